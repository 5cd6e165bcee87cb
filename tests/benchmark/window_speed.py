#!/usr/bin/env python3
"""Measures the speed of scenes in the window beside `ooze run`, and prints a Markdown table.

    window_speed.py build/release/ooze [SCENE...] [--detail coarse] [--size 1280x800] [--turns 3] [--seconds 8]

The window opens under Xvfb and draws in software, with its surface, panels and settings as after a first start. Each
turn measures one scene for some wall-clock seconds in the window, and then `ooze run` over the same frames. "window" and
"run" are simulated over wall time, "ratio" is window over run, where a window that keeps real time counts as 1, because
it waits for the clock. "views/s" counts frames of the window, "pictures/s" new pictures of the liquid among them. All
figures are medians of the turns.
"""
import argparse
import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from methods import SCENES
from real_time import report_of

WARM_UP = 6  # simulated frames before the measurement, in which fonts, shaders and the first picture are made
PATIENCE = 90.0  # seconds until the first frames must have been simulated


@contextlib.contextmanager
def x_server(size):
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
                              pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            yield f":{pipe.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def read_report(file):
    """Returns (seconds, report) of the report that a window last wrote, or None without a world."""
    try:
        with open(file) as text:
            written, report = os.fstat(text.fileno()).st_mtime, json.load(text)
    except (OSError, ValueError):
        return None
    return (written, report) if "frame" in report else None


def window_rates(arguments, scene, folder):
    """Returns the figures of the window over some seconds: first and last frame, simulated over wall time, views/s, pictures/s."""
    report = os.path.join(folder, "window.json")
    with x_server(arguments.size) as display:
        environment = dict(os.environ, DISPLAY=display, LIBGL_ALWAYS_SOFTWARE="1")
        environment.update({f"XDG_{name}_HOME": os.path.join(folder, name) for name in ("CONFIG", "DATA", "STATE", "CACHE")})
        environment.pop("WAYLAND_DISPLAY", None)
        window = subprocess.Popen([arguments.program, scene, "--detail", arguments.detail, "--report", report, "--autosave", "0"],
                                  env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            first = last = None
            began = time.time()
            while True:
                time.sleep(0.05)
                if window.poll() is not None:
                    sys.exit(f"window_speed: {scene}: the window closed")
                now = read_report(report)
                if now is None or now[1]["frame"] < WARM_UP:
                    if time.time() - began > PATIENCE:
                        sys.exit(f"window_speed: {scene}: no frame within {PATIENCE:.0f} s")
                    continue
                first = first or now
                last = now
                if last[0] - first[0] >= arguments.seconds:
                    break
        finally:
            window.send_signal(signal.SIGINT)
            window.wait()
    wall = last[0] - first[0]
    drawn = {key: last[1]["window"][key] - first[1]["window"][key] for key in ("frames", "pictures")}
    return {"frames": (first[1]["frame"], last[1]["frame"]), "factor": (last[1]["time"] - first[1]["time"]) / wall,
            "views": drawn["frames"] / wall, "pictures": drawn["pictures"] / wall}


def run_factor(arguments, scene, folder, frames):
    """Returns simulated over wall time of `ooze run` over these frames."""
    first, last = frames
    report = report_of(arguments.program, [scene, "--detail", arguments.detail, "--frames", str(last)], folder, 0)
    seconds = sum(frame["wall_ms"] for frame in report["frames"][first:last]) / 1000
    return (last - first) / report["frames_per_second"] / seconds


def row(arguments, scene):
    window, run, ratios, views, pictures = [], [], [], [], []
    for _ in range(arguments.turns):
        with tempfile.TemporaryDirectory() as folder:
            seen = window_rates(arguments, scene, folder)
            if seen["frames"][1] <= seen["frames"][0]:
                sys.exit(f"window_speed: {scene}: no frame in {arguments.seconds} s")
            factor = run_factor(arguments, scene, folder, seen["frames"])
        window.append(seen["factor"])
        run.append(factor)
        ratios.append(seen["factor"] / min(factor, 1.0))
        views.append(seen["views"])
        pictures.append(seen["pictures"])
    median = statistics.median
    return (f"| `{scene}` | {median(window):.2g} | {median(run):.2g} | {median(ratios):.2f} | {median(views):.0f} | "
            f"{median(pictures):.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="ooze")
    parser.add_argument("scenes", nargs="*", metavar="SCENE")
    parser.add_argument("--detail", default="coarse")
    parser.add_argument("--size", default="1280x800", help="size of the display")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8.0)
    arguments = parser.parse_args()
    print("| scene | window | run | ratio | views/s | pictures/s |\n|---|---|---|---|---|---|", flush=True)
    for scene in arguments.scenes or SCENES:
        print(row(arguments, scene), flush=True)


if __name__ == "__main__":
    main()
