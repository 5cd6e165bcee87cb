#!/usr/bin/env python3
"""Runs ooze_benchmark and prints its results as Markdown tables: against the literal transcription, two
threads against one, milliseconds per stage, springs, emission and surfaces. Repetitions of product and transcription
are interleaved at random, and every figure is a median, because machines are noisy; where the spread is wide
the ratio of the fastest repetitions tells more.

    table.py build/release/ooze_benchmark [--repetitions N] [--largest PARTICLES] [--json FILE]
    table.py --smoke build/release/ooze_benchmark
"""
import argparse
import collections
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

SIZES = (1_000, 20_000, 100_000, 1_000_000)
RATE = "particle_steps_per_second"


def run(binary, filter_, options):
    """The benchmark's JSON; its progress goes to our standard error."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.json")
        command = [binary, f"--benchmark_filter={filter_}", f"--benchmark_out={out}",
                   "--benchmark_out_format=json", *options]
        subprocess.run(command, check=True, stdout=sys.stderr)
        with open(out, encoding="utf-8") as file:
            return json.load(file)


def medians(results):
    """{name: {counter: median over the repetitions}}, with the fastest repetition's rate as "fastest" and the
    distance from it to the slowest, over the median, as "spread". Stops at an error or at nothing."""
    rows = collections.defaultdict(list)
    for row in results["benchmarks"]:
        if row.get("error_occurred"):
            sys.exit(f"table.py: {row['name']}: {row['error_message']}")
        if row["run_type"] == "iteration":
            rows[row["run_name"]].append(row)
    if not rows:
        sys.exit("table.py: nothing was measured")
    found = {name: {key: statistics.median(row[key] for row in repeated)
                    for key, value in repeated[0].items() if isinstance(value, float)}
             for name, repeated in rows.items()}
    for name, repeated in rows.items():
        rates = [row[RATE] for row in repeated if RATE in row]
        if rates:
            found[name]["fastest"] = max(rates)
            found[name]["spread"] = (max(rates) - min(rates)) / statistics.median(rates)
    return found


def step_name(side, springs, particles, threads=None):
    tail = f"/threads:{threads}" if threads else ""
    return f"step/{side}/springs:{springs}/particles:{particles}{tail}/real_time"


def rate(row):
    value = row[RATE]
    number = f"{value / 1e6:.2f} M" if value >= 1e6 else f"{value / 1e3:.0f} k"
    return f"{number} ({100 * row['spread']:.0f} %)"


def table(title, head, rows):
    if not rows:
        return
    print(f"\n{title}\n")
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def print_ratios(found):
    rows = []
    for springs in (0, 1):
        for size in SIZES:
            literal = found.get(step_name("literal", springs, size))
            for threads in (1, 2):
                product = found.get(step_name("product", springs, size, threads))
                if not product:
                    continue
                compared = [""] * 3
                if literal:
                    compared = [rate(literal), f"{product[RATE] / literal[RATE]:.1f}",
                                f"{product['fastest'] / literal['fastest']:.1f}"]
                rows.append([f"{size:,}", f"{product['springs']:.1f}", f"{product['neighbours']:.1f}",
                             str(threads), rate(product), *compared])
    table("Against the literal transcription on one thread, particle-steps/s (spread of the repetitions)",
          ["particles", "springs each", "neighbours", "threads", "product", "transcription", "times",
           "times, fastest by fastest"], rows)


def print_speed_up(found):
    rows = []
    for springs in (0, 1):
        for size in SIZES:
            one, two = (found.get(step_name("product", springs, size, threads)) for threads in (1, 2))
            if one and two:
                rows.append([f"{size:,}", f"{one['springs']:.1f}", f"{two[RATE] / one[RATE]:.2f}"])
    table("Two threads against one", ["particles", "springs each", "times"], rows)


def print_stages(found):
    columns = [(springs, size, threads) for springs in (0, 1) for size in SIZES for threads in (1, 2)
               if size in (20_000, 100_000) and step_name("product", springs, size, threads) in found]
    cells = [found[step_name("product", *column)] for column in columns]
    stages = list(dict.fromkeys(key for cell in cells for key in cell if key.startswith("ms ")))
    stages.sort(key=lambda stage: -max(cell.get(stage, 0.0) for cell in cells))
    rows = [[stage[3:]] + [f"{cell.get(stage, 0.0):.2f}" for cell in cells] for stage in stages]
    if rows:
        rows.append(["all"] + [f"{sum(cell.get(stage, 0.0) for stage in stages):.2f}" for cell in cells])
    head = [f"{size // 1000}k{' springs' if springs else ''}, {threads} thr."
            for springs, size, threads in columns]
    table("Milliseconds per stage and step (median of each stage)", ["stage", *head], rows)


# Steele et al. 2004, table 1: seconds per frame over particles (liquid and object) and substeps, on a Pentium 4
# of 2 GHz. Three droplets on a ball and honey on a ball both come to this.
STEELE_MICROSECONDS = 76


def print_steele(found):
    rows = []
    for name, row in found.items():
        match = re.match(r"steele/((?:step|wide)/moves:(\d)|literal)/particles:(\d+)(/threads:(\d))?/", name)
        if match:
            moves = f"{row['moves']:.0f}" if match[2] else "6"
            microseconds = 1e6 / row[RATE]
            rows.append(["product" if match[2] else "transcription", f"{int(match[3]):,}", match[5] or "1", moves,
                         f"{row['neighbours']:.1f}", rate(row), f"{microseconds:.2f}",
                         f"{STEELE_MICROSECONDS / microseconds:.0f}"])
    table("The adhesion method, particle-substeps/s (spread); µs per particle and substep, against 76 of the paper",
          ["what", "particles", "threads", "moves", "neighbours", "rate", "µs", "times the paper"], rows)


def print_changes(found):
    rows = []
    for name, row in sorted(found.items(), key=lambda item: [int(n) for n in re.findall(r"\d+", item[0])]):
        match = re.match(r"springs/insertion/particles:(\d+)/threads:(\d+)/", name)
        if match:
            rows.append([f"first step with springs, {int(match[1]):,} particles, {match[2]} threads",
                         f"{row['real_time']:.2f} ms", f"{row['springs']:.1f} springs each"])
        match = re.match(r"emission/layer/particles:(\d+)/", name)
        if match:
            rows.append([f"200 emitted into {int(match[1]):,} with springs, then removed",
                         f"{row['insert_us'] + row['erase_us']:.0f} µs",
                         f"in {row['insert_us']:.0f} µs, out {row['erase_us']:.0f} µs"])
    table("Changes", ["what", "time", ""], rows)


def print_steady(found):
    print("\n300 steps of liquid at rest, with springs:\n")
    print("| particles | median ms | slowest over median |\n|---|---|---|")
    for name, row in sorted(found.items()):
        if name.startswith("steady/"):
            print(f"| {re.search('particles:([0-9]+)', name)[1]} | {row['median_ms']:.2f} "
                  f"| {row['slowest_over_median']:.2f} |")


def print_surfaces(found):
    rows = []
    for name, row in found.items():
        match = re.match(r"surface/particles:(\d+)/cells_per_h:(\d)/smoothing:(\d)/threads:(\d)/", name)
        if match:
            stages = [f"{row['ms ' + stage]:.1f}" for stage in ("smoothing", "field", "triangles", "attributes")]
            rows.append([f"{int(match[1]):,}", f"h/{match[2]}", match[3], match[4], f"{row['triangles']:,.0f}",
                         *stages, f"{row['real_time']:.1f}"])
    table("The surface with velocities, milliseconds per mesh",
          ["particles", "cell", "smoothing", "threads", "triangles", "smoothing", "field", "triangles",
           "attributes", "all"], rows)


def print_all(results):
    context = results["context"]
    load = ", ".join(f"{value:.2f}" for value in context.get("load_avg", []))
    print(f"{context['date']}, {context['num_cpus']} cores at {context['mhz_per_cpu']} MHz, "
          f"load at the start {load}")
    found = medians(results)
    print_ratios(found)
    print_speed_up(found)
    print_stages(found)
    print_steele(found)
    print_changes(found)
    print_steady(found)
    print_surfaces(found)


def smoke(binary):
    """Every kind once at 1,000 particles; fails if one is missing."""
    results = run(binary, r"particles:1000(/|$)", ["--benchmark_min_time=0.01"])
    found = medians(results)
    expected = [step_name("product", springs, 1_000, threads) for springs in (0, 1) for threads in (1, 2)]
    expected += [step_name("literal", springs, 1_000) for springs in (0, 1)]
    expected += [f"steele/step/moves:{moves}/particles:1000/threads:1/real_time" for moves in (1, 6)]
    expected += ["steele/literal/particles:1000/real_time"]
    missing = [name for name in expected if not found.get(name, {}).get(RATE)]
    kinds = {name.split("/")[0] for name in found}
    missing += sorted({"step", "springs", "emission", "steady", "surface"} - kinds)
    if missing:
        sys.exit(f"table.py: not measured: {', '.join(missing)}")
    print_all(results)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", help="ooze_benchmark")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="leave out more particles than this")
    parser.add_argument("--json", help="keep Google Benchmark's JSON here; with '-' as the binary, read it")
    parser.add_argument("--smoke", action="store_true", help="only see that every kind of benchmark works")
    arguments = parser.parse_args()
    if arguments.smoke:
        return smoke(arguments.binary)
    if arguments.binary == "-":
        with open(arguments.json, encoding="utf-8") as file:
            return print_all(json.load(file))
    sizes = "|".join(str(size) for size in SIZES if size <= arguments.largest)
    results = run(arguments.binary, rf"particles:({sizes})(/|$)",
                  [f"--benchmark_repetitions={arguments.repetitions}",
                   "--benchmark_enable_random_interleaving=true"])
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
    return print_all(results)


if __name__ == "__main__":
    main()
