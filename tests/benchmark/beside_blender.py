#!/usr/bin/env python3
"""Simulates one dam break with `ooze` (method rasmussen) and with Blender's own liquids (Mantaflow, FLIP). Prints a Markdown
table of the time per frame and the volume that is kept.

    beside_blender.py build/release/ooze [--cells 32,64] [--seconds 1] [--threads 2] [--blender blender] [--keep DIR]

The tank is 1.6 m long, 0.8 m high and 0.8 m wide, closed on all sides, with N cells along its length. The column of
water at its left end is 0.6 m long and 0.6 m high and takes the whole width. Both programs use 60 frames a second and
adaptive time steps. Blender keeps its defaults (2^3 particles in a cell, a band of three cells of particles, CFL number
4, one to four steps a frame), except for a wall of one cell round the tank. Both meshes have cells half as wide as the
simulation's.

"s a frame" is the wall time of the time steps, without saves and meshes. "processor" is the processor time of all threads
for a frame. On a busy machine, compare the processor times (for ooze they include the program's start). Volumes are those
within the mesh, relative to the volume at frame 1. "column" is the volume at frame 1 relative to the column of water.
Blender's mesh lies half a cell outside the free surface, so its volume grows when the liquid splashes. It measures the
kept volume only if the liquid is at rest (try --seconds 4). The row "level set" has the volume within Mantaflow's level
set, which is too large by the same amount. "front" is the largest x of the mesh. Mantaflow moves liquid before it adds
gravity, so its first step moves nothing and its front is late.
"""
import argparse
import array
import gzip
import json
import os
import resource
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time

FRAMES_A_SECOND = 60
LENGTH, HEIGHT, WIDTH = 1.6, 0.8, 0.8  # size of the tank [m]
COLUMN_LENGTH, COLUMN_HEIGHT = 0.6, 0.6  # [m]
COLUMN_VOLUME = COLUMN_LENGTH * COLUMN_HEIGHT * WIDTH  # [m^3]
FRONT_FRAMES = 10, 15, 20
MESH_EVERY = 5  # frames


def volume_within(vertices, triangles):
    """Returns the volume within a closed mesh, by the divergence theorem."""
    six = 0.0
    for a, b, c in triangles:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = vertices[a], vertices[b], vertices[c]
        six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return abs(six) / 6


def shape_of(vertices, triangles):
    return {"volume": volume_within(vertices, triangles), "front": max(v[0] for v in vertices)}


# Ooze


def scene(cells):
    half = [LENGTH / 2, HEIGHT / 2, WIDTH / 2]
    column = [COLUMN_LENGTH / 2, COLUMN_HEIGHT / 2, WIDTH / 2]
    return {
        "version": 1, "title": "Dam break", "method": "rasmussen",
        "h": 2 * LENGTH / cells,  # two cells
        "gravity": [0, -9.81, 0], "fps": FRAMES_A_SECOND, "substeps": "auto", "seed": 1, "duration": 1,
        "materials": [{"name": "water", "file": "rasmussen_water"}],
        "liquids": [{"name": "column", "material": "water", "shape": {"box": {"half_extents": column}},
                     "position": column}],
        "bodies": [{"name": "tank", "shape": {"tank": {"half_extents": half, "open_top": False}}, "position": half}],
    }


def read_ply(path):
    """Reads the vertices and triangles of a PLY from `ooze run --surface`: positions first, plain faces."""
    sizes = {"float": 4, "ushort": 2, "uchar": 1, "int": 4, "uint": 4, "double": 8, "short": 2, "char": 1}
    with open(path, "rb") as opened:
        data = opened.read()
    end = data.index(b"end_header\n") + len(b"end_header\n")
    counts, stride, element = {}, 0, ""
    for words in (line.split() for line in data[:end].decode("ascii").splitlines()):
        if words[0] == "element":
            element = words[1]
            counts[element] = int(words[2])
        elif words[0] == "property" and element == "vertex":
            stride += sizes[words[1]]
    vertices = [struct.unpack_from("<3f", data, end + n * stride) for n in range(counts["vertex"])]
    faces = end + counts["vertex"] * stride
    return vertices, [struct.unpack_from("<3I", data, faces + 13 * n + 1) for n in range(counts["face"])]


def processor_time_of(command):
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = spent()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        sys.exit(f"{os.path.basename(command[0])} failed:\n" + done.stdout.decode(errors="replace")[-2000:])
    return spent() - before


def with_ooze(program, cells, frames, threads, folder):
    file, report = os.path.join(folder, "dam.json"), os.path.join(folder, "report.json")
    with open(file, "w", encoding="utf-8") as opened:
        json.dump(scene(cells), opened)
    meshes = os.path.join(folder, "ooze%04d.ply")
    common = [program, "run", file, "--threads", str(threads)]
    # The meshes are written by separate runs, so that they take no time of the measured run. The last run writes the
    # mesh of frame 1 only.
    processor = processor_time_of([*common, "--frames", str(frames), "--report", report])
    meshing = processor_time_of([*common, "--frames", str(frames), "--surface", meshes, "--every", str(MESH_EVERY)])
    processor_time_of([*common, "--frames", "1", "--surface", meshes])
    with open(report, encoding="utf-8") as opened:
        stepped = json.load(opened)["frames"]
    shapes = {frame: shape_of(*read_ply(meshes % frame)) for frame in [1, *range(MESH_EVERY, frames + 1, MESH_EVERY)]}
    return {"seconds": [frame["wall_ms"] / 1000 for frame in stepped], "processor": processor / frames,
            "mesh": max(0, meshing - processor) / (frames // MESH_EVERY),
            "steps": [frame["steps"] for frame in stepped], "shapes": shapes}


# Code that runs within Blender, with z up


def box(bpy, name, lower, upper):
    corners = [(x, y, z) for x in (lower[0], upper[0]) for y in (lower[1], upper[1]) for z in (lower[2], upper[2])]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(corners, [], faces)
    made = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(made)
    return made


def dam_of_blender(bpy, cells, frames, folder):
    for old in list(bpy.data.objects):
        bpy.data.objects.remove(old)
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(folder, "dam.blend"))
    now = bpy.context.scene
    now.frame_start, now.frame_end, now.render.fps, now.gravity = 1, frames, FRAMES_A_SECOND, (0, 0, -9.81)
    flow = box(bpy, "column", (0, 0, 0), (COLUMN_LENGTH, WIDTH, COLUMN_HEIGHT)).modifiers.new("fluid", "FLUID")
    flow.fluid_type = "FLOW"
    flow.flow_settings.flow_type, flow.flow_settings.flow_behavior = "LIQUID", "GEOMETRY"
    flow.flow_settings.surface_distance = 0
    wall = LENGTH / cells  # thickness: a closed side of a domain occupies its outermost cell
    tank = box(bpy, "tank", (-wall, -wall, -wall), (LENGTH + wall, WIDTH + wall, HEIGHT + wall))
    fluid = tank.modifiers.new("fluid", "FLUID")
    fluid.fluid_type = "DOMAIN"
    domain = fluid.domain_settings
    domain.domain_type, domain.resolution_max = "LIQUID", cells + 2
    domain.use_mesh, domain.mesh_scale = True, 2
    domain.cache_type, domain.cache_directory = "MODULAR", os.path.join(folder, "cache")
    domain.cache_frame_start, domain.cache_frame_end = 1, frames
    domain.cache_data_format = "UNI"
    domain.cache_resumable = True  # otherwise the level set is not saved, and the mesh is made of hollow liquid
    bpy.context.view_layer.objects.active = tank
    return tank


class Stepping:
    """Counts and times the steps of Mantaflow, by wrapping the Python functions that are the steps."""

    def __init__(self, bpy):
        self.frames = {}
        self.frame = 0
        bpy.app.handlers.frame_change_pre.append(self.begin)
        bpy.app.handlers.frame_change_post.append(self.wrap)

    def begin(self, now, *_):
        self.frame = now.frame_current

    def wrap(self, *_):
        for module in list(sys.modules.values()):
            names = getattr(module, "__dict__", {})
            for name in [n for n in names if n.startswith("liquid_adaptive_step_")]:
                if not hasattr(names[name], "timed"):
                    names[name] = self.timed(names[name])

    def timed(self, step):
        def run(frame):
            wall, processor = time.perf_counter(), time.process_time()
            step(frame)
            steps, walls, processors = self.frames.get(self.frame, (0, 0, 0))
            self.frames[self.frame] = (steps + 1, walls + time.perf_counter() - wall,
                                       processors + time.process_time() - processor)
        run.timed = True
        return run


def level_set_volume(path, cells):
    """Returns the volume [m^3] from the part of each cell that lies inside, without walls. Mantaflow measures in cells."""
    with gzip.open(path) as opened:
        data = opened.read()
    nx, ny, nz = struct.unpack_from("<3i", data, 4)
    phi = array.array("f")
    phi.frombytes(data[-4 * nx * ny * nz:])
    within = sum(min(1, max(0, 0.5 - phi[x + nx * (y + ny * z)]))
                 for z in range(1, nz - 1) for y in range(1, ny - 1) for x in range(1, nx - 1))
    return within * (LENGTH / cells) ** 3


def bake(cells, frames, folder):
    import bpy
    if not bpy.app.build_options.fluid:
        sys.exit("beside_blender.py: this Blender was built without fluid simulation")
    tank = dam_of_blender(bpy, cells, frames, folder)
    stepping = Stepping(bpy)
    bpy.ops.fluid.bake_data()
    bpy.app.handlers.frame_change_pre.clear()
    bpy.app.handlers.frame_change_post.clear()
    before = time.process_time()
    bpy.ops.fluid.bake_mesh()
    meshing = time.process_time() - before
    shapes = {}
    for frame in [1, *range(MESH_EVERY, frames + 1, MESH_EVERY)]:
        bpy.context.scene.frame_set(frame)
        mesh = tank.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
        mesh.calc_loop_triangles()
        shapes[frame] = shape_of([tuple(v.co) for v in mesh.vertices],
                                 [tuple(t.vertices) for t in mesh.loop_triangles])
        level_set = os.path.join(folder, "cache", "data", f"phi_{frame:04d}.uni")
        shapes[frame]["level_set"] = level_set_volume(level_set, cells)
    # Frame 1 defines the functions that are wrapped, so its steps are not counted.
    steps, walls, processors = zip(*(stepping.frames[frame] for frame in range(2, frames + 1)))
    with open(os.path.join(folder, "blender.json"), "w", encoding="utf-8") as opened:
        json.dump({"seconds": walls, "processor": statistics.mean(processors), "mesh": meshing / frames, "steps": steps,
                   "shapes": shapes}, opened)


# Output of the table


def with_blender(program, cells, frames, threads, folder):
    processor_time_of([program, "-b", "--factory-startup", "-t", str(threads), "--python-exit-code", "1", "-P",
                       os.path.abspath(__file__), "--", "--bake", str(cells), str(frames), folder])
    file = os.path.join(folder, "blender.json")
    if not os.path.exists(file):
        sys.exit("beside_blender.py: Blender baked no frames")
    with open(file, encoding="utf-8") as opened:
        result = json.load(opened)
    result["shapes"] = {int(frame): shape for frame, shape in result["shapes"].items()}
    return result


def volumes_of(shapes, looked_at, which):
    first = shapes[1][which]
    return [f"{first / COLUMN_VOLUME:.3f}", *(f"{shapes[frame][which] / first:.3f}" for frame in looked_at)]


def row(cells, name, result, looked_at):
    shapes = result["shapes"]
    liquid = round(COLUMN_VOLUME / (LENGTH / cells) ** 3)
    fronts = ", ".join(f"{shapes[frame]['front']:.2f}" for frame in FRONT_FRAMES if frame in shapes)
    steps = result["steps"]
    return [str(cells), f"{liquid:,}", name, f"{statistics.median(result['seconds']):.3g}",
            f"{statistics.mean(result['seconds']):.3g}", f"{result['processor']:.3g}", f"{result['mesh']:.2g}",
            f"{statistics.mean(steps):.2f} ({min(steps)} to {max(steps)})", *volumes_of(shapes, looked_at, "volume"),
            fronts]


def show(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="ooze")
    parser.add_argument("--cells", default="32,64", help="numbers of cells along the tank, multiples of 8")
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--blender", default="blender")
    parser.add_argument("--keep", metavar="DIR", help="folder in which meshes and caches are kept")
    arguments = parser.parse_args()
    for program in arguments.program, arguments.blender:
        if not shutil.which(program):
            sys.exit(f"beside_blender.py: found no program {program}")
    frames = round(arguments.seconds * FRAMES_A_SECOND)
    if frames < 6 * MESH_EVERY:
        sys.exit("beside_blender.py: --seconds must be 0.5 or more")
    looked_at = sorted({round(frames * n / 6 / MESH_EVERY) * MESH_EVERY for n in range(1, 6)} |
                       {frames // MESH_EVERY * MESH_EVERY})
    print(f"A tank of {LENGTH} x {HEIGHT} x {WIDTH} m, {frames} frames, {arguments.threads} threads; volumes relative"
          f" to frame 1:\n")
    titles = ["cells", "of liquid", "program", "s a frame, median", "mean", "processor", "a mesh, processor",
              "steps a frame", "column", *(f"frame {frame}" for frame in looked_at),
              "front [m] at " + ", ".join(str(frame) for frame in FRONT_FRAMES)]
    show(titles)
    print("|" + "---|" * len(titles), flush=True)
    for cells in (int(text) for text in arguments.cells.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            if arguments.keep:
                folder = os.path.join(os.path.abspath(arguments.keep), str(cells))
                os.makedirs(folder, exist_ok=True)
            print(f"{cells} cells: blender", file=sys.stderr, flush=True)
            baked = with_blender(arguments.blender, cells, frames, arguments.threads, folder)
            show(row(cells, "Blender", baked, looked_at))
            level_set = volumes_of(baked["shapes"], looked_at, "level_set")
            show([str(cells), "", "Blender's level set", "", "", "", "", "", *level_set, ""])
            print(f"{cells} cells: ooze", file=sys.stderr, flush=True)
            run = with_ooze(os.path.abspath(shutil.which(arguments.program)), cells, frames, arguments.threads, folder)
            show(row(cells, "ooze", run, looked_at))


if __name__ == "__main__":
    if "--bake" in sys.argv:
        cells_, frames_, folder_ = sys.argv[sys.argv.index("--bake") + 1:]
        bake(int(cells_), int(frames_), folder_)
    else:
        main()
