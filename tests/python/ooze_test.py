"""Tests of the Python package `ooze`. ctest runs them with pytest; OOZE_PROGRAM names the program."""

import inspect
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import ooze

SCENE = {
    "version": 1,
    "title": "A cube of water in a tank",
    "method": "clavet",
    "h": 0.02,
    "materials": [{"name": "water", "file": "water"}],
    "liquids": [
        {"name": "cube", "shape": {"box": {"half_extents": [0.05, 0.05, 0.05]}}, "position": [0, 0.06, 0], "sampling": "settled"}
    ],
    "bodies": [
        {"name": "tank", "shape": {"tank": {"half_extents": [0.1, 0.1, 0.1], "open_top": True}}, "position": [0, 0.1, 0]},
        {"name": "ball", "shape": {"sphere": {"radius": 0.02}}, "motion": "dynamic", "density": 500, "position": [0.07, 0.15, 0]},
    ],
}


@pytest.fixture(scope="module")
def pour():
    return ooze.load_scene("clavet_pour_bunny", detail="draft")


def test_a_scene_tells_what_it_is(pour):
    assert pour.name == "clavet_pour_bunny"
    assert pour.method == "clavet"
    assert pour.detail == "draft"
    assert pour.frames_per_second == 60
    assert 0 < pour.interaction_radius < 0.1
    assert json.loads(pour.source)["title"] == pour.title
    names = [row["name"] for row in ooze.scenes()]
    assert "clavet_pour_bunny" in names and len(names) == len(set(names)) > 40
    assert {row["key"] for row in ooze.methods()} == {"clavet", "steele", "shape_matching", "mps", "rasmussen"}
    assert len(ooze.materials()) > 20


def test_a_run_has_the_hash_of_the_program(pour, tmp_path):
    report = tmp_path / "report.json"
    subprocess.run(
        [os.environ["OOZE_PROGRAM"], "run", "clavet_pour_bunny", "--detail", "draft", "--frames", "12", "--set",
         "viscosity_linear=3", "--report", str(report)], check=True, capture_output=True)
    expected = json.loads(report.read_text())
    for threads in (1, 2):
        world = ooze.World(pour, threads=threads)
        world["viscosity_linear"] = 3
        world.advance(12)
        assert f"{world.hash:016x}" == expected["summary"]["hash"]
        assert world.frame == 12 and world.time == pytest.approx(0.2)


def test_every_method_runs(tmp_path):
    for row in ooze.methods():
        scene = ooze.load_scene("clavet_pour_bunny", detail="draft", method=row["key"])
        world = ooze.World(scene)
        world.advance(20)
        assert world.positions.shape[0] > 20, row["key"]
        assert np.isfinite(world.positions).all()
        for parameter in ooze.parameters(row["key"]):
            assert parameter["lower"] <= parameter["default"] <= parameter["upper"]
            assert world.get(parameter["key"]) == pytest.approx(world[f"{row['key']}.{parameter['key']}"])
        for field in ooze.fields(row["key"]):
            assert world.field(field["key"]).shape == (len(world.positions),), field


def test_arrays_are_views_that_stay_valid(pour):
    world = ooze.World(pour)
    world.advance(5)
    positions, snapshot = world.positions, world.snapshot()
    assert positions.dtype == np.float32 and positions.ndim == 2 and positions.shape[1] == 3
    assert not positions.flags.owndata and not positions.flags.writeable
    assert np.shares_memory(positions, snapshot.positions)
    assert np.shares_memory(world.positions, positions)
    kept = positions.copy()
    world.advance(3)
    assert not np.shares_memory(world.positions, positions)
    assert len(world.positions) != len(kept) or not np.array_equal(world.positions, kept)
    del world, snapshot
    assert np.array_equal(positions, kept)
    with pytest.raises(ValueError):
        positions[0, 0] = 1


def test_particles_keep_their_ids_and_move_by_their_velocities(pour):
    world = ooze.World(pour)
    world.advance(10)
    before = world.snapshot()
    world.advance(1)
    after = world.snapshot()
    assert len(np.unique(after.ids)) == len(after.ids) == len(after.positions)
    common, first, second = np.intersect1d(before.ids, after.ids, return_indices=True)
    assert len(common) > 0.9 * len(before.ids)
    moved = (after.positions[second] - before.positions[first]) * 60
    assert np.allclose(moved, after.velocities[second], atol=2e-3)
    assert after.materials.shape == after.ids.shape and after.material_names[0] == "honey"
    assert after.colours.shape == (len(after.ids), 4)


def test_statistics_are_the_sums_of_the_arrays(pour):
    world = ooze.World(pour)
    world.advance(10)
    numbers = world.statistics
    assert numbers["particles"] == len(world.positions)
    speed = np.linalg.norm(world.velocities, axis=1)
    assert numbers["max_speed"] == pytest.approx(speed.max(), rel=1e-4)
    assert numbers["rms_speed"] == pytest.approx(np.sqrt((speed.astype(float) ** 2).mean()), rel=1e-4)
    assert np.allclose(world.field("speed"), speed, atol=1e-4)
    assert np.allclose(numbers["upper"], world.positions.max(axis=0), atol=1e-6)
    assert world.balance["added"] >= numbers["particles"]


def test_a_scene_is_built_from_a_dictionary_and_a_body_floats():
    world = ooze.World(ooze.build_scene(SCENE, detail="coarse"))
    ball = world.body("ball")
    assert ball.motion == "dynamic" and ball.mass == pytest.approx(500 * 4 / 3 * np.pi * 0.02**3, rel=1e-3)
    start = ball.position
    world.advance(20)
    assert ball.position[1] < start[1] - 0.01
    assert [body.name for body in world.bodies] == ["tank", "ball"]
    ball.position = [0, 0.18, 0]
    assert ball.position == pytest.approx((0, 0.18, 0))
    ball.velocity = [0, 1, 0]
    assert ball.velocity == pytest.approx((0, 1, 0))
    ball.density = 2000
    assert ball.density == 2000
    ball.present = False
    assert not ball.present
    assert np.linalg.norm(ball.orientation) == pytest.approx(1)
    assert ball.submerged is None


def test_commands_and_settings_act_and_are_checked(pour):
    world = ooze.World(pour)
    world.advance(10)
    world.set("world.gravity_y", 0)
    assert world["world.gravity_y"] == 0
    world.set("material.honey.colour", [1, 0, 0])
    assert (world.snapshot().colours[:, :3] == [255, 0, 0]).all()
    count = len(world.positions)
    centre = world.positions[0]
    world.command("liquid.erase", [*centre, 0.02])
    assert len(world.positions) < count
    for key, value in [("viscosity_lineer", 1), ("viscosity_linear", 1e30), ("world.gravity_y", "down"), ("nowhere.at", 1)]:
        with pytest.raises(ooze.InputError) as error:
            world.set(key, value)
        assert "\n" not in str(error.value)
    assert "viscosity_linear" in str(pytest.raises(ooze.InputError, world.get, "viscosity_lineer").value)
    assert '"thick" is not a number' in str(pytest.raises(ooze.InputError, world.set, "viscosity_linear", "thick").value)
    for value in (np.float32(2), np.int64(2), np.array(2.0), [2], np.array([2])):
        world["viscosity_linear"] = value
        assert world["viscosity_linear"] == 2
    for value in (None, [None], {}, ["a"]):
        pytest.raises(ooze.InputError, world.set, "viscosity_linear", value)
    world["material.honey.colour"] = "#0000ff"
    assert world["material.honey.colour"] == (0, 0, 1)
    world["emitter.nozzle.position"] = [0.01, 0.3, 0]
    assert world["emitter.nozzle.position"] == pytest.approx([0.01, 0.3, 0])
    assert isinstance(world["material.honey.look"], str)
    world["body.bunny.friction"] = 0.25
    assert world["body.bunny.friction"] == 0.25
    world["body.bunny.friction"] = None
    assert world["body.bunny.friction"] is None
    for key in ("body.bunny.place", "body.bunny.position"):
        assert world[key][:3] == pytest.approx(world.body("bunny").position)
    assert "command" in str(pytest.raises(ooze.InputError, world.get, "liquid.erase").value)
    assert (world.snapshot().colours[:, :3] == [0, 0, 255]).all()
    pytest.raises(ooze.InputError, world.set, "material.honey.colour", "#0000fg")
    pytest.raises(ooze.InputError, world.advance, -1)
    for cell in (0, -1, 2, float("nan"), 1e-6):
        pytest.raises(ooze.InputError, world.snapshot().surface, cell)
    pytest.raises(ooze.InputError, world.command, "springs.ad")
    pytest.raises(ooze.InputError, world.field, "presure")
    pytest.raises(ooze.InputError, world.body, "rabbit")
    pytest.raises(ooze.InputError, world.snapshot().field, "pressure")


def test_bad_input_is_one_line_and_a_value_error(tmp_path):
    for call in (lambda: ooze.load_scene("clavet_pour_bunni"), lambda: ooze.load_scene("clavet_pour_bunny", detail="huge"),
                 lambda: ooze.load_scene("clavet_pour_bunny", method="clavett"), lambda: ooze.build_scene({"version": 1}),
                 lambda: ooze.build_scene({"version": {1, 2}}), lambda: ooze.restore(tmp_path / "none.ooze"),
                 lambda: ooze.parameters("clavett"), lambda: ooze.World(ooze.load_scene("clavet_pour_bunny", "draft"), -1),
                 lambda: ooze.load_scene(tmp_path / "none.json")):
        with pytest.raises(ValueError) as error:
            call()
        assert isinstance(error.value, ooze.InputError)
        assert "\n" not in str(error.value) and len(str(error.value)) > 10
    (tmp_path / "damaged.ooze").write_bytes(b"no save at all")
    pytest.raises(ooze.InputError, ooze.restore, tmp_path / "damaged.ooze")


def test_a_save_goes_on_to_the_same_bits(pour, tmp_path):
    world = ooze.World(pour)
    world["viscosity_linear"] = 5
    world.advance(8)
    world.save(tmp_path / "run.ooze")
    world.advance(6)
    again = ooze.restore(tmp_path / "run.ooze", threads=1)
    assert again.frame == 8 and again.scene.name == pour.name
    again.advance(6)
    assert again.hash == world.hash
    subprocess.run([os.environ["OOZE_PROGRAM"], "run", "--restore", str(tmp_path / "run.ooze"), "--frames", "14",
                    "--report", str(tmp_path / "r.json")], check=True, capture_output=True)
    assert json.loads((tmp_path / "r.json").read_text())["summary"]["hash"] == f"{world.hash:016x}"
    with pytest.raises(RuntimeError) as error:
        world.save(tmp_path / "no" / "folder.ooze")
    assert isinstance(error.value, ooze.RunError)


def test_other_threads_go_on_while_a_world_steps():
    world = ooze.World(ooze.load_scene("clavet_pour_bunny", detail="coarse"), threads=1)
    ticks = 0
    done = threading.Event()

    def step():
        world.advance(90)
        done.set()

    thread = threading.Thread(target=step)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 20  # with the interpreter's lock held, a few at most


def test_threads_that_share_a_world_take_turns(pour):
    world, alone = ooze.World(pour), ooze.World(pour)
    threads = [threading.Thread(target=world.advance, args=(4,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        assert np.isfinite(world.positions).all()
    alone.advance(12)
    assert world.frame == 12 and world.hash == alone.hash


def test_control_c_ends_a_long_run(pour):
    world = ooze.World(pour)
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        world.advance(100000)
    assert time.monotonic() - began < 10
    world.advance(1)
    assert np.isfinite(world.positions).all()


def test_the_surface_encloses_the_liquid(pour):
    world = ooze.World(pour)
    world.advance(40)
    mesh = world.snapshot().surface()
    assert mesh.triangles.max() < len(mesh.positions) == len(mesh.normals) == len(mesh.velocities)
    assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1, atol=1e-3)
    a, b, c = (mesh.positions[mesh.triangles[:, k]].astype(float) for k in range(3))
    assert mesh.volume == pytest.approx(np.einsum("ij,ij->", a, np.cross(b, c)) / 6, rel=1e-3)
    assert mesh.volume == pytest.approx(world.statistics["mass"] / 1400, rel=0.25)
    assert mesh.area == pytest.approx(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2, rel=1e-3)


def test_pictures_are_those_of_the_program(pour, tmp_path):
    world = ooze.World(pour)
    world.advance(20)
    picture = world.picture(size=(160, 120))
    assert picture.shape == (120, 160, 3) and picture.dtype == np.uint8
    file = tmp_path / "picture.png"
    subprocess.run([os.environ["OOZE_PROGRAM"], "render", "clavet_pour_bunny", "--detail", "draft", "--frames", "20", "--size",
                    "160x120", "--spray", "0", "--out", str(file)], check=True, capture_output=True)
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", str(file), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], check=True,
                         capture_output=True).stdout
    assert np.array_equal(np.frombuffer(raw, np.uint8).reshape(picture.shape), picture)
    assert world.picture(size=(32, 24), transparent=True).shape == (24, 32, 4)
    assert not np.array_equal(world.picture(size=(160, 120), view="points", colour="speed"), picture)
    for wrong in ({"view": "surfaces"}, {"size": (0, 10)}, {"camera": "1,2"}, {"colour": "presure"}):
        pytest.raises(ooze.InputError, world.picture, **wrong)


def test_layers_hold_depth_and_material(pour):
    world = ooze.World(pour)
    world.advance(40)
    layers = world.layers(size=(160, 120))
    assert layers["colour"].shape == (120, 160, 4) and layers["colour"].dtype == np.float32
    assert layers["depth"].shape == layers["material"].shape == (120, 160)
    honey = layers["material"] == 1 + layers["names"].index("honey")
    assert 20 < honey.sum() < 10000
    assert np.allclose(np.linalg.norm(layers["normal"][honey], axis=1), 1, atol=1e-2)
    assert (layers["depth"][honey] < 2).all()
    speed = np.linalg.norm(layers["velocity"][honey], axis=1)
    assert 0 < speed.max() <= world.statistics["max_speed"] * 1.05


def test_every_public_name_has_a_docstring():
    missing = []
    for name in ooze.__all__:
        thing = getattr(ooze, name)
        if not inspect.getdoc(thing):
            missing.append(name)
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for member, value in vars(thing).items():
                if not member.startswith("_") and not inspect.getdoc(value):
                    missing.append(f"{name}.{member}")
    assert not missing


def test_the_type_hints_are_those_of_the_module(tmp_path):
    # pybind11 gives classes a metaclass, and classes that Python cannot make a constructor that refuses.
    allowed = tmp_path / "allowed.txt"
    allowed.write_text("ooze(\\._core)?\\.(Body|Scene|Snapshot|SurfaceMesh|World)\n"
                       "ooze(\\._core)?\\.(Body|Scene|Snapshot|SurfaceMesh)\\.__init__\n")
    result = subprocess.run([sys.executable, "-m", "mypy.stubtest", "ooze", "--concise", "--allowlist", str(allowed)],
                            capture_output=True, text=True, cwd=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr


def test_another_python_is_named_in_one_line(tmp_path):
    package = tmp_path / "ooze"
    package.mkdir()
    source = os.path.dirname(ooze.__file__)
    (package / "__init__.py").write_bytes(open(os.path.join(source, "__init__.py"), "rb").read())
    (package / "_core.cpython-37m-x86_64-linux-gnu.so").write_bytes(b"")
    result = subprocess.run([sys.executable, "-c", "import ooze"], capture_output=True, text=True,
                            env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert "ImportError: ooze was built for another Python (_core.cpython-37m" in result.stderr
    assert "cpython-3" in result.stderr.strip().splitlines()[-1]


def test_the_code_of_the_manual_and_the_example_run(tmp_path):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    page = open(os.path.join(root, "assets/manual/python.md"), encoding="utf-8").read()
    code = re.findall(r"^```\n(.*?)^```", page, re.S | re.M)
    assert code
    environment = {**os.environ, "MPLBACKEND": "agg"}
    for arguments in (["-c", "\n".join(code)], [os.path.join(root, "examples/python/viscosity_series.py"), "20"]):
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True, cwd=tmp_path, env=environment)
    for name in re.findall(r"`ooze\.(\w+)", page):
        assert hasattr(ooze, name), name
    for name in re.findall(r"`world\.(\w+)", page):
        assert hasattr(ooze.World, name), name
