#!/usr/bin/env python3
"""Writes scenes with many parts of one kind, loads them with `ooze`, and prints a Markdown table of the seconds and the
memory that each number of parts takes, so that growth faster than linear is visible.

    load_growth.py build/release/ooze [--parts 2500,5000,10000] [--only REGEX] [--jobs run,save,list,convert]
                   [--previous OTHER/ooze] [--limit SECONDS]

The jobs are: `run`, loading with `ooze run SCENE --frames 0`; `save`, loading and writing the scene back with
`--save-scene`; `list`, `ooze list scenes` with the scene among the user's scenes; and `convert`, loading with another
method. The last column is the exponent of the growth of the time above that of an empty scene: 1 is linear, 2 is
quadratic. A run that takes longer than the limit is stopped. The row `everything` has that many of each kind at once.
"""
import argparse
import json
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

BAND = {"lower": [-0.1, 0.0, -0.1], "upper": [0.1, 0.1, 0.1]}


def scene(method, **parts):
    return {"version": 1, "method": method, "h": 0.05, "materials": [{"name": "goo"}], **parts}


def grid_place(i):
    """Returns a place of a lattice, so that the parts are spread out as those of a real scene."""
    return [round(0.5 * (i % 100) - 25, 3), round(0.5 * (i // 10000), 3), round(0.5 * (i // 100 % 100) - 25, 3)]


def bodies(n, shape):
    return [{"name": f"solid {i}", "shape": shape, "position": grid_place(i)} for i in range(n)]


def liquids(n, radius=0.001):
    """Liquids that hold no particle: each is smaller than the distance of two particles."""
    return [{"name": f"drop {i}", "material": "goo", "shape": {"sphere": {"radius": radius}}, "position": grid_place(i)}
            for i in range(n)]


def emitters(n):
    return [{"name": f"tap {i}", "material": "goo", "radius": 0.05, "position": grid_place(i), "start": 5}
            for i in range(n)]


def controls(n):
    return [{"name": f"wind {i}", "kind": "velocity", "shape": {"sphere": {"radius": 0.1}}, "velocity": [0, 1, 0],
             "position": grid_place(i)} for i in range(n)]


def materials(n):
    return [{"name": "goo"}] + [{"name": f"goo {i}"} for i in range(1, n)]


def pairs(n):
    return [{"material": "goo", "solid": f"solid {i}", "adhesion": {"clings": 5}} for i in range(n)]


def settings(n):
    return [{"time": i // 100, "set": "material.goo.friction", "to": i % 10 / 100} for i in range(n)]


def moves(n):
    return [{"time": i // 100, "set": f"body.solid {i}.position", "to": grid_place(i)} for i in range(n)]


def keys(n):
    return [{"time": i / 100, "position": grid_place(i)} for i in range(n)]


def sources(n):
    return [{"name": f"stream {i}", "scene": "upstream.json", "band": "outlet", "folder": "bands"} for i in range(n)]


BALL, BOX, PLANE = {"sphere": {"radius": 0.1}}, {"box": {"half_extents": [0.1, 0.1, 0.1]}}, {"plane": {}}
MESH = {"mesh": {"file": "tetrahedron.obj", "cell": 0.01}}
KINDS = {
    "liquids": lambda n: scene("clavet", liquids=liquids(n)),
    **{f"small liquids, {method}": (lambda n, method=method: scene(method, liquids=liquids(n // 10, 0.04)))
       for method in ("clavet", "steele", "shape_matching", "mps", "rasmussen")},
    "liquids among spheres": lambda n: scene("clavet", liquids=liquids(n), bodies=bodies(n, BALL)),
    "planes": lambda n: scene("clavet", bodies=bodies(n, PLANE)),
    "boxes": lambda n: scene("clavet", bodies=bodies(n, BOX)),
    "spheres": lambda n: scene("clavet", bodies=bodies(n, BALL)),
    "meshes": lambda n: scene("clavet", bodies=bodies(n // 100, MESH)),
    "dynamic spheres": lambda n: scene("clavet", bodies=[{**b, "motion": "dynamic"} for b in bodies(n, BALL)]),
    "characters": lambda n: scene("clavet", characters=[
        {"name": f"walker {i}", "motion": "stand", "height": 0.3, "position": grid_place(i)} for i in range(n // 10)]),
    "emitters": lambda n: scene("clavet", emitters=emitters(n)),
    "controls": lambda n: scene("rasmussen", controls=controls(n)),
    "controls on bodies": lambda n: scene("rasmussen", bodies=bodies(n, BALL), controls=[
        {**c, "body": f"solid {i}"} for i, c in enumerate(controls(n))]),
    "hard controls": lambda n: scene("rasmussen", controls=[{**c, "strength": 1} for c in controls(n)]),
    "hard controls in one place": lambda n: scene("rasmussen", controls=[
        {**c, "strength": 1, "position": [0, 0, 0]} for c in controls(n)]),
    "materials": lambda n: scene("clavet", materials=materials(n)),
    "materials, steele": lambda n: scene("steele", materials=materials(n)),
    "materials that all differ, steele": lambda n: scene("steele", materials=[
        {**m, "parameters": {"cohesion": i * 1e-3}} for i, m in enumerate(materials(n))]),
    "materials, shape_matching": lambda n: scene("shape_matching", materials=materials(n)),
    "materials, mps": lambda n: scene("mps", materials=materials(n)),
    "materials, rasmussen": lambda n: scene("rasmussen", materials=materials(n)),
    "material files": lambda n: scene("clavet", materials=[{**m, "file": "honey"} for m in materials(n)]),
    "pairs": lambda n: scene("steele", bodies=bodies(n, BALL), pairs=pairs(n)),
    "pairs of materials": lambda n: scene("steele", materials=materials(n), pairs=[
        {"materials": ["goo", m["name"]], "adhesion": {"clings": 5}} for m in materials(n)]),
    "timeline": lambda n: scene("clavet", timeline=settings(n)),
    "timeline of bodies": lambda n: scene("clavet", bodies=bodies(n, BALL), timeline=moves(n)),
    "timeline of pairs": lambda n: scene("steele", bodies=bodies(n, BALL), timeline=[
        {"time": i // 100, "set": f"pair_solid.goo.solid {i}.adhesion.clings", "to": 5} for i in range(n)]),
    "timeline of pairs of materials": lambda n: scene("steele", materials=materials(n), timeline=[
        {"time": i // 100, "set": f"pair.goo.{m['name']}.adhesion.clings", "to": 5}
        for i, m in enumerate(materials(n)[1:])]),
    "keys of a body": lambda n: scene("clavet", bodies=[
        {"name": "mover", "motion": "kinematic", "shape": BALL, "keys": keys(n)}]),
    "keys of a nozzle": lambda n: scene("clavet", emitters=[
        {"name": "tap", "radius": 0.05, "start": 5, "keys": keys(n)}]),
    "keys of a control": lambda n: scene("rasmussen", controls=[
        {"name": "wind", "kind": "velocity", "shape": {"sphere": {"radius": 0.1}}, "velocity": [0, 1, 0],
         "keys": keys(n)}]),
    "keys of the window": lambda n: scene("rasmussen", window={"keys": [
        {"time": i / 100, "lower": [-1, -1, -1], "upper": [1, 1, 1 + i % 2]} for i in range(n)]}),
    "bands": lambda n: scene("rasmussen", bands=[{"name": f"outlet {i}", **BAND} for i in range(n)]),
    "sources": lambda n: scene("rasmussen", sources=sources(n)),
    "everything": lambda n: scene(
        "rasmussen", materials=materials(n), liquids=liquids(n), emitters=emitters(n), controls=controls(n),
        bodies=[{"name": "mover", "motion": "kinematic", "shape": BALL, "keys": keys(n)}] + bodies(n, BALL) + [
            {**b, "name": f"more {j} {i}"} for j, shape in enumerate((BOX, PLANE))
            for i, b in enumerate(bodies(n, shape))],
        timeline=settings(n), sources=[{**s, "material": "goo"} for s in sources(n)]),
}
TETRAHEDRON = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def peak_memory(process):
    """Returns the largest resident memory of a running process so far [MB]; 0 once it has ended. The usage that wait4()
    reports would include the memory of this script, from which the process was forked."""
    try:
        with open(f"/proc/{process}/status", encoding="ascii") as status:
            return next((int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM")), 0.0)
    except OSError:
        return 0.0


class Workplace:
    """A folder with the files that the scenes name, and with the data folder of the program."""

    def __init__(self, program, folder):
        self.folder = folder
        self.environment = {**os.environ, "XDG_DATA_HOME": os.path.join(folder, "data"),
                            "XDG_CACHE_HOME": os.path.join(folder, "cache")}
        os.makedirs(os.path.join(folder, "data", "ooze", "scenes"))
        self.write("tetrahedron.obj", TETRAHEDRON)
        self.write("upstream.json", json.dumps(scene("rasmussen", bands=[{"name": "outlet", **BAND}])))
        subprocess.run([program, "run", "upstream.json", "--frames", "1", "--bands", "bands"], cwd=folder, check=True,
                       env=self.environment, stdout=subprocess.DEVNULL)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def command(self, job, program):
        return {"run": [program, "run", "scene.json", "--frames", "0"],
                "save": [program, "run", "scene.json", "--frames", "0", "--save-scene", "written.json"],
                "list": [program, "list", "scenes"],
                "convert": [program, "run", "scene.json", "--frames", "0", "--method", "mps"]}[job]

    def measure(self, job, program, content, limit):
        """Returns (seconds, megabytes), or the reason that the program gave no result."""
        path = os.path.join("data", "ooze", "scenes", "many.json") if job == "list" else "scene.json"
        self.write(path, json.dumps(content, separators=(",", ":")))
        start, megabytes = time.monotonic(), 0.0
        child = subprocess.Popen(self.command(job, program), cwd=self.folder, env=self.environment,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while child.poll() is None:
            megabytes = max(megabytes, peak_memory(child.pid))
            if time.monotonic() > start + limit:
                child.kill()
                child.wait()
                return f"over {limit:g} s"
            time.sleep(0.002)
        seconds = time.monotonic() - start
        if job == "list":
            os.remove(os.path.join(self.folder, path))
        if child.returncode:
            return child.stderr.read().decode(errors="replace").strip().splitlines()[-1][:120]
        return seconds, megabytes


def cell(result):
    return result if isinstance(result, str) else f"{result[0]:.2f} s, {result[1]:.0f} MB"


def exponent(results, parts, empty):
    """Returns the exponent of the growth from the first to the last number of parts that were measured."""
    done = [(n, r[0] - empty) for n, r in zip(parts, results) if not isinstance(r, str)]
    if len(done) < 2 or done[0][1] < 0.02 or done[-1][1] <= 0:
        return ""
    return f"{math.log(done[-1][1] / done[0][1]) / math.log(done[-1][0] / done[0][0]):.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="ooze")
    parser.add_argument("--parts", default="2500,5000,10000", help="numbers of parts")
    parser.add_argument("--only", default="", metavar="REGEX", help="measure only the kinds that match")
    parser.add_argument("--jobs", default="run")
    parser.add_argument("--previous", metavar="PATH", help="ooze of another release, measured beside this one")
    parser.add_argument("--limit", type=float, default=60.0, help="largest time of one run [s]")
    arguments = parser.parse_args()
    parts = [int(n) for n in arguments.parts.split(",")]
    programs = [os.path.abspath(p) for p in (arguments.program, arguments.previous) if p]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        place = Workplace(programs[0], folder)
        print("| parts | job | program | " + " | ".join(f"{n:,}" for n in parts) + " | exponent |")
        print("|---" * (len(parts) + 4) + "|", flush=True)
        for job in arguments.jobs.split(","):
            for which, program in enumerate(programs):
                first = place.measure(job, program, scene("clavet"), arguments.limit)
                if isinstance(first, str):
                    sys.exit(f"load_growth.py: an empty scene does not load: {first}")
                for kind, make in KINDS.items():
                    if not re.search(arguments.only, kind):
                        continue
                    results = []
                    for n in parts:
                        stopped = results and isinstance(results[-1], str)
                        results.append(results[-1] if stopped else
                                       place.measure(job, program, make(n), arguments.limit))
                    row = [kind, job, "previous" if which else "this", *map(cell, results),
                           exponent(results, parts, first[0])]
                    print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
