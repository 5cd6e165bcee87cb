#!/usr/bin/env python3
"""Measures one scene of each method at three details and prints a Markdown table.

    methods.py build/release/ooze [SCENE...] [--details coarse,medium,fine] [--turns 3] [--threads 2] [--frames 1:12] [--blender blender]

All figures are those of the scene's fullest second (real_time.py) or of the given frames, and medians of the turns. "real time" is simulated time
over wall time of the time steps. "serial" is the share of a step outside parallel loops, on one thread. The last two
columns estimate what 8 and 16 cores would reach: "real time" on one thread, times the speedup by Amdahl's law with the
number of tasks in each loop. The estimate leaves out memory bandwidth and the start of threads.

A second table has the peer: the same dam break by `ooze` and by Blender's liquids, in the same run (beside_blender.py).
It is left out without Blender.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

from real_time import Second, fullest_second, report_of

SCENES = ("clavet_pour_bunny", "steele_honey_drop", "shape_matching_armadillo", "mps_dam_break", "rasmussen_wax_head")


class ScaledSecond(Second):
    """Repeated measurements of a second of a scene that also keep the rate of particle-steps and the scaling."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.rates, self.scalings = [], []

    def take(self):
        os.makedirs(self.folder, exist_ok=True)
        report = report_of(self.program, [*self.start, "--frames", str(self.last)], self.folder, self.threads)
        frames, summary = report["frames"], report["summary"]
        seconds = sum(frame["wall_ms"] for frame in frames) / 1000
        self.particles = frames[-1]["particles"]
        self.factors.append(self.frames / self.per_second / seconds)
        self.rates.append(sum(frame["particles"] * frame["steps"] for frame in frames) / seconds)
        self.scalings.append(summary["scaling"])

    def scaling(self, key):
        return statistics.median(scaling[key] for scaling in self.scalings)


def row(program, scene, detail, stretch, arguments):
    with tempfile.TemporaryDirectory() as folder:
        threaded = ScaledSecond(program, scene, detail, stretch, os.path.join(folder, "threaded"), arguments.threads)
        single = ScaledSecond(program, scene, detail, stretch, os.path.join(folder, "single"), 1)
        for turn in range(arguments.turns):
            for second in (threaded, single) if turn % 2 == 0 else (single, threaded):
                second.take()
    return " | ".join([scene, detail, f"{threaded.particles:,}", f"{threaded.factor():.2g}",
                       f"{statistics.median(threaded.rates):,.0f}", f"{100 * single.scaling('serial_share'):.1f} %",
                       f"{single.factor() * single.scaling('speedup_on_8_cores'):.2g}",
                       f"{single.factor() * single.scaling('speedup_on_16_cores'):.2g}"])


def stretch_of(scene, arguments):
    """Returns (first frame, last frame, frames per second) of the frames to measure, or None without liquid."""
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.frames:
            return fullest_second(arguments.program, scene, folder, arguments.threads)
        report = report_of(arguments.program, [scene, "--detail", "coarse", "--frames", "1"], folder, arguments.threads)
        first, last = (int(frame) for frame in arguments.frames.split(":"))
        return first, last, report["frames_per_second"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="ooze")
    parser.add_argument("scenes", nargs="*", metavar="SCENE")
    parser.add_argument("--details", default="coarse,medium,fine")
    parser.add_argument("--frames", metavar="FIRST:LAST", help="measure these frames instead of the fullest second")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--blender", default="blender", help="program to compare with; an empty text leaves it out")
    arguments = parser.parse_args()
    print(f"On {arguments.threads} threads:\n")
    print("| scene | detail | particles | real time | particle-steps/s | serial | 8 cores | 16 cores |\n"
          "|---|---|---|---|---|---|---|---|", flush=True)
    for scene in arguments.scenes or SCENES:
        stretch = stretch_of(scene, arguments)
        if stretch is None:
            sys.exit(f"{scene} holds no liquid")
        for detail in arguments.details.split(","):
            print(f"{scene} at {detail}, frames {stretch[0]} to {stretch[1]}", file=sys.stderr)
            print(f"| {row(arguments.program, scene, detail, stretch, arguments)} |", flush=True)
    if arguments.blender and shutil.which(arguments.blender):
        print("\nOne dam break beside Blender's liquids:\n", flush=True)
        subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "beside_blender.py"), arguments.program,
                        "--threads", str(arguments.threads), "--blender", arguments.blender], check=True)
    elif arguments.blender:
        print(f"\nBlender is not installed ({arguments.blender}): no peer was measured.")


if __name__ == "__main__":
    main()
