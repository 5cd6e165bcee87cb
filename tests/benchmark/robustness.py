#!/usr/bin/env python3
"""Runs situations in which liquid sandboxes lose liquid or burst, in all five methods, and prints Markdown tables.

    robustness.py build/release/ooze [--only REGEX] [--methods clavet,mps] [--frames 60] [--seconds 120]

Every situation is a small scene that the script writes: vessels with thin walls (still and shaken), a thin plate that
sweeps through a pool, meshes with turned faces, nozzles inside solids, deep water, and small drops. The expected value
stands in the head of each table. A run that takes longer than `--seconds` is stopped and shown as "stopped".
"""
import argparse
import json
import math
import os
import re
import struct
import subprocess
import tempfile
from functools import partial

METHODS = ["clavet", "steele", "shape_matching", "mps", "rasmussen"]
THIN_LIQUID = {"clavet": "water", "steele": "steele_oil", "shape_matching": "shape_matching_paint", "mps": "mps_water",
               "rasmussen": "rasmussen_water"}
PLANE = {"name": "ground", "shape": {"plane": {}}}


# Meshes ------------------------------------------------------------------------------------------------------------

def lathe(profile, segments=32):
    """Turns a closed profile of (radius, height), listed with its solid on the left, about the y axis."""
    points, faces, rings = [], [], []
    for radius, height in profile:
        if radius == 0:
            points.append((0.0, height, 0.0))
            rings.append([len(points)] * segments)
        else:
            rings.append(list(range(len(points) + 1, len(points) + 1 + segments)))
            points += [(radius * math.cos(2 * math.pi * s / segments), height,
                        radius * math.sin(2 * math.pi * s / segments)) for s in range(segments)]
    for a, b in zip(rings, rings[1:]):
        for s in range(segments):
            t = (s + 1) % segments
            faces += [f for f in ((a[s], b[s], b[t]), (a[s], b[t], a[t])) if len(set(f)) == 3]
    return points, faces


def vessel(kind, wall):
    """Returns a mesh of a vessel with a wall [m], about 60 mm high and wide, with its inside floor at y = 5 mm."""
    floor, top, radius = 0.005, 0.065, 0.03
    if kind == "cup":
        inside = [(0, floor), (radius, floor), (radius, top)]
    elif kind == "can":
        inside = [(0, floor), (radius, floor), (radius, top), (0, top)]
    else:  # A bottle with an open neck.
        inside = [(0, floor), (radius, floor), (radius, 0.04), (0.014, 0.055), (0.014, top + 0.01)]
    if wall == 0:
        return lathe(inside)
    # The outer profile is the inner one moved by the wall.
    outside = [(0 if r == 0 else r + wall, y - wall if y == floor else y + wall if (kind, y) == ("can", top) else y)
               for r, y in inside]
    if kind != "can":
        return orient(*lathe(inside + outside[::-1]))
    (points, faces), (more, others) = lathe(inside), lathe(outside[::-1])
    return orient(points + more, faces + [tuple(i + len(points) for i in face) for face in others])


def orient(points, faces):
    """Turns all faces when the mesh's signed volume is negative; nested shells keep opposite orientations."""
    def volume(some):
        total = 0.0
        for a, b, c in some:
            (ax, ay, az), (bx, by, bz), (cx, cy, cz) = points[a - 1], points[b - 1], points[c - 1]
            total += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
        return total
    return points, faces if volume(faces) > 0 else [tuple(reversed(f)) for f in faces]


def ball(radius, which=lambda i: False, rings=16, segments=32):
    """Returns a sphere whose faces are turned where `which(index)` says so."""
    profile = [(radius * math.sin(math.pi * i / rings) if 0 < i < rings else 0, -radius * math.cos(math.pi * i / rings))
               for i in range(rings + 1)]
    points, faces = orient(*lathe(profile, segments))
    return points, [tuple(reversed(f)) if which(i) else f for i, f in enumerate(faces)]


def write_mesh(path, mesh):
    with open(path, "w") as file:
        file.writelines(f"v {x:.9g} {y:.9g} {z:.9g}\n" for x, y, z in mesh[0])
        file.writelines("f {} {} {}\n".format(*face) for face in mesh[1])


# Scenes and runs -----------------------------------------------------------------------------------------------------

def scene(method, h, *, liquids=(), bodies=(), emitters=(), size=1.0, **rest):
    return {"version": 1, "title": "t", "method": method, "h": h, "gravity": [0, -9.81, 0], "fps": 60, "substeps": "auto",
            "seed": 1, "domain": {"lower": [-size] * 3, "upper": [size] * 3},
            "materials": [{"name": "liquid", "file": THIN_LIQUID[method]}], "liquids": list(liquids),
            "emitters": list(emitters), "bodies": list(bodies), **rest}


def shake(start, end, amplitude, frequency):
    """Returns keys that move a body along x, still until `start`."""
    times, keys = start, [{"time": 0, "position": [0, 0, 0]}, {"time": start, "position": [0, 0, 0]}]
    sign = 1
    while times + 0.5 / frequency <= end:
        times += 0.5 / frequency
        keys.append({"time": round(times, 4), "position": [sign * amplitude, 0, 0]})
        sign = -sign
    return keys


class Run:
    """One run of a scene: its exit code, its words, the frames of its report and its last particles."""

    def __init__(self, options, folder, specification, frames):
        path = os.path.join(folder, "scene.json")
        with open(path, "w") as file:
            json.dump(specification, file)
        for name in ("p.ply", "r.json"):
            if os.path.exists(os.path.join(folder, name)):
                os.remove(os.path.join(folder, name))
        try:
            done = subprocess.run([options.ooze, "run", path, "--frames", str(frames), "--particles", f"{folder}/p.ply",
                                   "--report", f"{folder}/r.json"], capture_output=True, text=True,
                                  timeout=options.seconds)
            self.code, self.words = done.returncode, (done.stderr + done.stdout).strip()
        except subprocess.TimeoutExpired:
            self.code, self.words = "stopped", ""
        self.frames = []
        if os.path.exists(f"{folder}/r.json"):
            with open(f"{folder}/r.json") as file:
                self.frames = json.load(file)["frames"]
        self.points = particles(f"{folder}/p.ply") if os.path.exists(f"{folder}/p.ply") else []

    def failed(self):
        """Returns a short word when there is no result, else None."""
        if self.code == "stopped":
            return "stopped"
        if self.code != 0:
            return f"code {self.code}: {self.words.splitlines()[-1][:70] if self.words else ''}"
        return None


def particles(path):
    """Reads the positions of a binary PLY of particles."""
    sizes = {"float": 4, "uint": 4, "ushort": 2, "uchar": 1, "int": 4, "double": 8}
    with open(path, "rb") as file:
        data = file.read()
    head, body = data.split(b"end_header\n", 1)
    count = int(re.search(rb"element vertex (\d+)", head).group(1))
    stride = sum(sizes[kind.decode()] for kind in re.findall(rb"property (\w+) \w+", head))
    return [struct.unpack_from("<fff", body, i * stride) for i in range(count)]


def per_cent(part, whole):
    return "none at first" if whole == 0 else f"{100 * part / whole:.2f} %"


def table(title, columns, rows):
    print(f"\n### {title}\n\n| | " + " | ".join(columns) + " |\n|" + "---|" * (len(columns) + 1))
    for name, *cells in rows:
        print(f"| {name} | " + " | ".join(str(c) for c in cells) + " |", flush=True)


# Situations ----------------------------------------------------------------------------------------------------------

def vessels(options, folder):
    """Lost liquid of vessels whose walls are thin against h = 10 mm; a cup and a bottle are shaken more gently."""
    h = 0.01
    def loss(kind, wall, shaken, method):
        write_mesh(f"{folder}/vessel.obj", vessel(kind, wall))
        body, end = {"name": kind, "shape": {"mesh": {"file": "vessel.obj"}}}, 0.0
        if shaken:
            amplitude, frequency = (0.04, 4) if kind == "can" else (0.004, 2)
            body |= {"motion": "kinematic", "keys": shake(0.3, options.frames / 60, amplitude, frequency)}
            end = body["keys"][-1]["position"][0]
        liquid = {"shape": {"cylinder": {"radius": 0.026, "height": 0.025}}, "position": [0, 0.021, 0]}
        start = Run(options, folder, scene(method, h, liquids=[liquid]), 0)
        run = Run(options, folder, scene(method, h, liquids=[liquid], bodies=[body]), options.frames)
        # Liquid that leaves the vessel falls, because there is no ground.
        margin = max(wall, h / 2)
        inside = sum(1 for x, y, z in run.points if 0.005 - margin < y and math.hypot(x - end, z) < 0.03 + margin)
        return start.failed() or run.failed() or per_cent(len(start.points) - inside, len(start.points))
    for kind in ("cup", "can", "bottle"):
        for wall in (0.0, 0.001, 0.002, 0.005):
            for shaken in (False, True):
                if kind != "can" or wall > 0:
                    yield (f"{kind}, wall {1000 * wall:g} mm, {'shaken' if shaken else 'still'}",
                           partial(loss, kind, wall, shaken))


def plates(options, folder):
    """Liquid behind a 1 mm plate that sweeps through a pool. Gaps of 1 mm are left between the plate and the tank."""
    plate = {"name": "plate", "motion": "kinematic", "shape": {"box": {"half_extents": [0.0005, 0.1, 0.034]}},
             "keys": [{"time": t, "position": [x, 0.1, 0]} for t, x in
                      ((0, 0), (0.3, 0), (0.5, 0.05), (0.7, 0), (0.9, 0.05))]}
    tank = {"name": "tank", "shape": {"tank": {"half_extents": [0.12, 0.1, 0.035]}}, "position": [0, 0.1, 0]}
    liquid = {"shape": {"box": {"half_extents": [0.04, 0.03, 0.03]}}, "position": [0.05, 0.035, 0]}
    def behind(frames, place, method):
        run = Run(options, folder, scene(method, 0.01, liquids=[liquid], bodies=[tank, plate]), frames)
        return run.failed() or per_cent(sum(1 for p in run.points if p[0] < place), len(run.points))
    yield "before it moves", partial(behind, 17, 0.0)
    yield "after it moved", partial(behind, 30, 0.05)


TURNED = {"as made": lambda i: False, "a third turned": lambda i: i % 3 == 0,
          "a quarter turned at random": lambda i: (i * 2654435761 >> 7) % 4 == 0, "alternate": lambda i: i % 2 == 0}


def faces(options, folder):
    """Particles of a ball of liquid from a mesh with turned faces, and particles inside a solid ball."""
    def filled(which, method):
        write_mesh(f"{folder}/ball.obj", ball(0.05, which))
        liquid = {"shape": {"mesh": {"file": "ball.obj"}}, "position": [0, 0.2, 0]}
        run = Run(options, folder, scene(method, 0.01, liquids=[liquid]), 0)
        return run.failed() or len(run.points)
    def hit(which, method):
        write_mesh(f"{folder}/ball.obj", ball(0.05, which))
        liquid = {"shape": {"box": {"half_extents": [0.03, 0.03, 0.03]}}, "position": [0, 0.19, 0]}
        solid = {"name": "ball", "shape": {"mesh": {"file": "ball.obj"}}, "position": [0, 0.1, 0]}
        run = Run(options, folder, scene(method, 0.01, liquids=[liquid], bodies=[solid, PLANE]), 30)
        return run.failed() or sum(1 for p in run.points if math.dist(p, (0, 0.1, 0)) < 0.046)
    for name, which in TURNED.items():
        yield f"liquid, {name}", partial(filled, which)
        yield f"inside a solid ball, {name}", partial(hit, which)


def nozzles(options, folder):
    """The highest speed of a run without gravity over the speed of the nozzle, 0.5 m/s."""
    def fastest(x, method):
        box = {"name": "box", "shape": {"box": {"half_extents": [0.05, 0.05, 0.05]}}, "position": [x, 0.1, 0]}
        nozzle = {"name": "nozzle", "radius": 0.02, "position": [0, 0.1, 0], "direction": [0, -1, 0], "speed": 0.5}
        weightless = scene(method, 0.01, bodies=[box], emitters=[nozzle]) | {"gravity": [0, 0, 0]}
        run = Run(options, folder, weightless, 60)
        return run.failed() or (f"{max(f['max_speed'] for f in run.frames) / 0.5:.2f}, "
                                f"{run.frames[-1]['particles']} particles")
    for name, x in (("free", 0.2), ("half in a box", 0.05), ("wholly in a box", 0.0)):
        yield name, partial(fastest, x)


def deep(options, folder):
    """Mean height of water over that of its volume: a cube of 10 m in a tank 11 m wide, h = 1 m, and a tenth of both."""
    def height(scale, method):
        liquid = {"shape": {"box": {"half_extents": [5 * scale] * 3}}, "position": [0, 5.5 * scale, 0]}
        tank = {"name": "tank", "shape": {"tank": {"half_extents": [5.5 * scale, 15 * scale, 5.5 * scale],
                                                   "open_top": True}}, "position": [0, 15 * scale, 0]}
        run = Run(options, folder, scene(method, scale, liquids=[liquid], bodies=[tank], size=300), 180)
        if run.failed():
            return run.failed()
        mean = sum(p[1] for p in run.points) / len(run.points)
        return f"{mean / (4.13 * scale):.3f}, {sum(f['steps'] for f in run.frames)} steps"
    for scale in (1.0, 0.1):
        yield f"cube of {10 * scale:g} m", partial(height, scale)


def drops(options, folder):
    """A small drop falls on a plane: its spread in radii, its steps over those of a drop ten times as large."""
    def fall(method, scale):
        liquid = {"shape": {"sphere": {"radius": 0.002 * scale}}, "position": [0, 0.004 * scale, 0]}
        return Run(options, folder, scene(method, 0.0005 * scale, liquids=[liquid], bodies=[PLANE]), 18)
    def compare(method):
        small, large = fall(method, 1), fall(method, 10)
        if small.failed() or large.failed():
            return small.failed() or large.failed()
        spread = max(math.hypot(x, z) for x, _, z in small.points) / 0.002
        cost = sum(f["steps"] for f in small.frames) / sum(f["steps"] for f in large.frames)
        return f"{spread:.1f} radii, {cost:.1f} times the steps"
    yield "4 mm, h 0.5 mm", compare


SITUATIONS = [(vessels, "Liquid lost from vessels, h 10 mm (expected: at most 0.50 %)"),
              (plates, "Liquid behind a plate of 1 mm (expected: 0 before it moves, under 1 % after)"),
              (faces, "Turned faces (expected: the same in each row; inside a solid ball 0)"),
              (nozzles, "Highest speed over the speed asked (expected: at most 1.5)"),
              (deep, "Mean height of deep water over that of its volume (expected: at least 0.97)"),
              (drops, "Small drops (expected: below 10 radii, at most 10 times the steps)")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ooze")
    parser.add_argument("--only", default="")
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--frames", type=int, default=60, help="length of the runs with vessels")
    parser.add_argument("--seconds", type=float, default=120, help="limit of one run")
    options = parser.parse_args()
    methods = options.methods.split(",")
    with tempfile.TemporaryDirectory() as folder:
        for situation, title in SITUATIONS:
            chosen = [(name, measure) for name, measure in situation(options, folder)
                      if re.search(options.only, f"{situation.__name__} {name}")]
            if chosen:
                table(title, methods, ((name, *(measure(method) for method in methods)) for name, measure in chosen))


if __name__ == "__main__":
    main()
