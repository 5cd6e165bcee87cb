#!/usr/bin/env python3
"""Runs scenes with `ooze` and prints a Markdown table of their real-time factors in the fullest second: for each detail,
simulated time over wall time of the time steps, and the number of particles.

    real_time.py build/release/ooze [SCENE...] [--previous OTHER/ooze] [--details coarse,medium,fine] [--turns 3]
                 [--threads 2]

Without SCENE, the script runs all scenes of `ooze list scenes` that hold liquid. The fullest second of a scene has the most
particle-steps (`fullest` in the report). The first program finds it once, at coarse. Each program then runs to the start
of that second and saves, at each detail. In every turn it repeats the second from its own save. With --previous, two
programs take turns and swap their order each time, and the table has the ratio of their medians. The script reads only
each frame's "ms" from the other program's report.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile


def report_of(program, arguments, folder, threads):
    file = os.path.join(folder, "report.json")
    subprocess.run([program, "run", *arguments, "--threads", str(threads), "--report", file], check=True,
                   stdout=subprocess.DEVNULL)
    with open(file, encoding="utf-8") as opened:
        return json.load(opened)


def scenes_of(program):
    listed = subprocess.run([program, "list", "scenes", "--json"], check=True, stdout=subprocess.PIPE).stdout
    return [scene["name"] for scene in json.loads(listed)]


def fullest_second(program, scene, folder, threads):
    """Returns (first frame, last frame, frames per second), or None for a scene without liquid."""
    report = report_of(program, [scene, "--detail", "coarse"], folder, threads)
    fullest = report["summary"]["fullest"]
    if not fullest["particles"]:
        return None
    return fullest["first_frame"], fullest["last_frame"], report["frames_per_second"]


class Second:
    """Repeated measurements of the same second of a scene by one program."""

    def __init__(self, program, scene, detail, stretch, folder, threads):
        self.program, self.folder, self.threads = program, folder, threads
        first, self.last, self.per_second = stretch
        self.frames = self.last - first + 1
        self.factors = []
        self.particles = 0
        self.start = [scene, "--detail", detail]
        if first > 1:
            file = os.path.join(folder, "start.ooze")
            os.makedirs(folder, exist_ok=True)
            subprocess.run([program, "run", *self.start, "--frames", str(first - 1), "--threads", str(threads),
                            "--save", file], check=True, stdout=subprocess.DEVNULL)
            self.start = ["--restore", file]

    def take(self):
        os.makedirs(self.folder, exist_ok=True)
        frames = report_of(self.program, [*self.start, "--frames", str(self.last)], self.folder, self.threads)["frames"]
        milliseconds = sum(sum(frame["ms"].values()) for frame in frames)
        self.factors.append(1000 * self.frames / self.per_second / milliseconds)
        self.particles = frames[-1]["particles"]

    def factor(self):
        return statistics.median(self.factors)


def cell(seconds):
    """Formats a table cell such as "0.35 at 18,020 (1.4 times)"."""
    now = seconds[0]
    text = f"{now.factor():.2g} at {now.particles:,}"
    if len(seconds) > 1:
        text += f" ({now.factor() / seconds[1].factor():.2f} times)"
    return text


def measure(programs, scene, detail, stretch, arguments):
    with tempfile.TemporaryDirectory() as folder:
        seconds = [Second(program, scene, detail, stretch, os.path.join(folder, str(n)), arguments.threads)
                   for n, program in enumerate(programs)]
        for turn in range(arguments.turns):
            for second in seconds if turn % 2 == 0 else reversed(seconds):
                second.take()
        return cell(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="ooze")
    parser.add_argument("scenes", nargs="*", metavar="SCENE")
    parser.add_argument("--previous", metavar="PATH", help="ooze of another release, run by turns")
    parser.add_argument("--details", default="coarse,medium,fine")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    programs = [arguments.program] + ([arguments.previous] if arguments.previous else [])
    details = arguments.details.split(",")
    compared = ", and the ratio to the previous release" if arguments.previous else ""
    print(f"Simulated time over wall time in the fullest second, on {arguments.threads} threads, and the particles"
          f"{compared}:\n")
    print("| scene | " + " | ".join(details) + " |\n|---|" + "---|" * len(details), flush=True)
    for scene in arguments.scenes or scenes_of(arguments.program):
        with tempfile.TemporaryDirectory() as folder:
            stretch = fullest_second(arguments.program, scene, folder, arguments.threads)
        if stretch is None:
            continue
        row = []
        for detail in details:
            print(f"{scene} at {detail}, frames {stretch[0]} to {stretch[1]}", file=sys.stderr)
            row.append(measure(programs, scene, detail, stretch, arguments))
        print(f"| {scene} | " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
