#!/usr/bin/env python3
"""Runs ooze_benchmark and prints its results as Markdown tables: against the literal transcription, liquid in
motion, two threads against one, milliseconds per stage, memory, springs, emission and surfaces. Repetitions of
product and transcription are interleaved at random, and every value is a median, because machines are noisy. If the
spread is wide, the ratio of the fastest repetitions is more reliable.

    table.py build/release/ooze_benchmark [--repetitions N] [--largest PARTICLES] [--only REGEX] [--json FILE]
    table.py build/release/ooze_benchmark --previous OTHER/ooze_benchmark [--repetitions N] [--only REGEX]
    table.py --smoke build/release/ooze_benchmark

With --previous, both programs run by turns, one benchmark at a time, and a table has the ratio of their medians. The
other program may lack some of the benchmarks. To run all benchmarks for an older release, build that release with this
folder as its tests/benchmark.
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
STRETCHES = ("block_without_springs", "block_with_springs", "pour", "splash", "tank_with_bodies")
RATE = "particle_steps_per_second"


def run(binary, filter_, options):
    """Runs the benchmark and returns its JSON. The benchmark's progress goes to standard error."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.json")
        command = [binary, f"--benchmark_filter={filter_}", f"--benchmark_out={out}",
                   "--benchmark_out_format=json", *options]
        subprocess.run(command, check=True, stdout=sys.stderr)
        with open(out, encoding="utf-8") as file:
            return json.load(file)


def names(binary, filter_):
    """Returns the names of the benchmarks that match."""
    listed = subprocess.run([binary, f"--benchmark_filter={filter_}", "--benchmark_list_tests"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout.split()
    return [name for name in listed if "/" in name]


def by_turns(binaries, filter_, repetitions):
    """Returns the JSON of each binary. Benchmarks run one after another, and the binaries swap places every turn.
    Only the first binary runs the transcription, which belongs to no release."""
    found = [None] * len(binaries)
    known = [set(names(binary, filter_)) for binary in binaries]
    for name in names(binaries[0], filter_):
        for turn in range(repetitions):
            order = range(len(binaries)) if turn % 2 == 0 else reversed(range(len(binaries)))
            for which in order:
                if name not in known[which] or (which > 0 and "literal" in name):
                    continue
                results = run(binaries[which], f"^{re.escape(name)}$", [])
                if found[which] is None:
                    found[which] = results
                else:
                    found[which]["benchmarks"] += results["benchmarks"]
    if None in found:
        sys.exit("table.py: the programs have no benchmark in common")
    return found


def medians(results):
    """Returns {name: {counter: median over the repetitions}}. "fastest" is the rate of the fastest repetition, and
    "spread" the difference between the fastest and the slowest rate over the median. Stops at an error or if nothing ran."""
    rows = collections.defaultdict(list)
    for row in results["benchmarks"]:
        if row.get("error_occurred"):
            sys.exit(f"table.py: {row['name']}: {row['error_message']}")
        if row["run_type"] == "iteration":
            rows[row["run_name"]].append(row)
    if not rows:
        sys.exit("table.py: no benchmark was measured")
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
                             str(threads), rate(product), f"{1e3 * size / product[RATE]:.1f}", *compared])
    table("Against the literal transcription on one thread, particle-steps/s (spread of the repetitions)",
          ["particles", "springs each", "neighbours", "threads", "product", "ms a step", "transcription", "times",
           "times, fastest by fastest"], rows)


DETAILS = ("medium", "coarse")  # of the stretches in motion; the smoke test uses coarse


def stretches(found):
    """Returns the pairs (stretch, detail) that were measured."""
    pairs = [tuple(name.split("/")[1:3]) for name in found if re.match(r"motion/(?!literal/)", name)]
    return sorted(dict.fromkeys(pairs), key=lambda pair: (DETAILS.index(pair[1]), STRETCHES.index(pair[0])))


def moved(found, stretch, detail, threads):
    pattern = re.compile(rf"motion/{stretch}/{detail}/threads:{threads}/")
    return next((row for name, row in found.items() if pattern.match(name)), None)


def print_motion(found):
    rows = []
    for stretch, detail in stretches(found):
        literal = next((row for name, row in found.items()
                        if name.startswith(f"motion/literal/{stretch}/{detail}/")), None)
        for threads in (1, 2):
            row = moved(found, stretch, detail, threads)
            if not row:
                continue
            compared = [rate(literal), f"{row[RATE] / literal[RATE]:.1f}"] if literal else ["", ""]
            rows.append([f"{stretch.replace('_', ' ')}, {detail}", f"{row['particles']:,.0f}", f"{row['springs']:.1f}",
                         str(threads), rate(row), f"{row['steps_per_simulated_second']:.0f}",
                         f"{row['real_time_factor']:.2f}", f"{row['bytes']:.0f}", *compared])
    table("In motion (the transcription has no solids and no volume stiffness: it takes three steps of the liquid alone)",
          ["stretch", "particles", "springs each", "threads", "particle-steps/s", "steps a simulated second",
           "real time", "bytes a particle, of the world", "transcription, 1 thread", "times"], rows)


def print_motion_stages(found):
    columns = [(pair, moved(found, *pair, 1)) for pair in stretches(found) if moved(found, *pair, 1)]
    stages = list(dict.fromkeys(key for _, cell in columns for key in cell if key.startswith("ms ")))

    def nanoseconds(cell, stage):
        return 1e6 * cell.get(stage, 0.0) / cell["particles"]

    stages.sort(key=lambda stage: -max(nanoseconds(cell, stage) for _, cell in columns))
    rows = [[stage[3:]] + [f"{nanoseconds(cell, stage):.0f}" for _, cell in columns] for stage in stages]
    table("In motion, nanoseconds per stage and particle-step (particles at the end), 1 thread",
          ["stage", *(stretch.replace("_", " ") for (stretch, _), _ in columns)], rows)


def print_memory(found):
    rows = []
    for size in SIZES:
        bare, tied = (found.get(step_name("product", springs, size, 2)) for springs in (0, 1))
        if bare and tied and bare.get("bytes"):
            each = (tied["bytes"] - bare["bytes"]) / tied["springs"]
            rows.append([f"{size:,}", f"{bare['bytes']:.0f}", f"{each:.0f}"])
    table("Memory of the method, by what its heap grows", ["particles", "bytes a particle", "bytes more a spring"], rows)


def print_previous(found, before):
    rows = []
    for name, row in found.items():
        if RATE in row and RATE in before.get(name, {}):
            old = before[name]
            rows.append([re.sub(r"/(real_time|manual_time|iterations:\d+)", "", name), rate(old), rate(row),
                         f"{row[RATE] / old[RATE]:.2f}", f"{row['fastest'] / old['fastest']:.2f}"]
                        + ([f"{old['real_time_factor']:.2f}", f"{row['real_time_factor']:.2f}"]
                           if "real_time_factor" in old else ["", ""]))
    table("Against the previous release, by turns, particle-steps/s (spread)",
          ["benchmark", "previous", "now", "times", "times, fastest by fastest", "real time, previous",
           "real time, now"], rows)


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


# Steele et al. 2004, table 1: seconds per frame per particle (liquid and object) and per substep, on a 2 GHz Pentium 4.
# The scenes "three droplets on a ball" and "honey on a ball" both give this value.
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


def print_dams(found):
    rows = []
    for name, row in found.items():
        match = re.match(r"dam/(\w+)/particles:(\d+)/threads:(\d+)/", name)
        if match:
            solved = [f"{row['iterations']:.1f}", f"{100 * row['solver_part']:.0f} %"] if "iterations" in row else ["", ""]
            rows.append([match[1], f"{row['particles']:,.0f}", match[3], rate(row), f"{row['real_time_factor']:.3f}",
                         f"{100 * row['volume_error']:.1f} %", *solved])
    table("Dam break, the first 0.3 s; volume: mean density error of the liquid inside",
          ["method", "particles", "threads", "particle-steps/s", "real time", "volume", "iterations", "in pressure"], rows)


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
    table("300 steps of liquid at rest, with springs", ["particles", "median ms", "slowest over median"],
          [[re.search("particles:([0-9]+)", name)[1], f"{row['median_ms']:.2f}", f"{row['slowest_over_median']:.2f}"]
           for name, row in sorted(found.items()) if name.startswith("steady/")])


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
    print_motion(found)
    print_motion_stages(found)
    print_memory(found)
    print_speed_up(found)
    print_stages(found)
    print_steele(found)
    print_dams(found)
    print_changes(found)
    print_steady(found)
    print_surfaces(found)


def smoke(binary):
    """Runs every kind of benchmark once: 1,000 particles, 16^3 cells or two frames at coarse. Fails if one is missing."""
    results = run(binary, r"particles:1000(/|$)|^motion/.*coarse/|^grid/.*side:16/", ["--benchmark_min_time=0.01"])
    found = medians(results)
    expected = [step_name("product", springs, 1_000, threads) for springs in (0, 1) for threads in (1, 2)]
    expected += [step_name("literal", springs, 1_000) for springs in (0, 1)]
    expected += [f"steele/step/moves:{moves}/particles:1000/threads:1/real_time" for moves in (1, 6)]
    expected += ["steele/literal/particles:1000/real_time"]
    missing = [name for name in expected if not found.get(name, {}).get(RATE)]
    for stretch in STRETCHES:
        missing += [f"motion/{stretch} on {threads}" for threads in (1, 2)
                    if not (moved(found, stretch, "coarse", threads) or {}).get("real_time_factor")]
        if not any(name.startswith(f"motion/literal/{stretch}/") for name in found):
            missing.append(f"motion/literal/{stretch}")
    missing += [f"dam/{method}" for method in ("mps", "clavet")
                if not any(name.startswith(f"dam/{method}/") for name in found)]
    kinds = {name.split("/")[0] for name in found}
    missing += sorted({"step", "springs", "emission", "steady", "surface", "grid"} - kinds)
    if missing:
        sys.exit(f"table.py: these benchmarks were not measured: {', '.join(missing)}")
    print_all(results)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", help="ooze_benchmark")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="largest number of particles")
    parser.add_argument("--only", default="", metavar="REGEX", help="run only the benchmarks that match")
    parser.add_argument("--previous", metavar="PATH", help="ooze_benchmark of another release, run by turns")
    parser.add_argument("--json", help="file for Google Benchmark's JSON; with '-' as the binary, the file to read")
    parser.add_argument("--smoke", action="store_true", help="only check that every kind of benchmark works")
    arguments = parser.parse_args()
    if arguments.smoke:
        return smoke(arguments.binary)
    if arguments.binary == "-":
        with open(arguments.json, encoding="utf-8") as file:
            return print_all(json.load(file))
    sizes = "|".join(str(size) for size in SIZES if size <= arguments.largest)
    wanted = re.compile(arguments.only)
    chosen = [name for name in names(arguments.binary, rf"particles:({sizes})(/|$)|^motion/.*medium/")
              if wanted.search(name)]
    if not chosen:
        sys.exit("table.py: no benchmark matches --only and --largest")
    filter_ = f"^({'|'.join(map(re.escape, chosen))})$"
    if arguments.previous:
        results, before = by_turns([arguments.binary, arguments.previous], filter_, arguments.repetitions)
    else:
        results = run(arguments.binary, filter_, [f"--benchmark_repetitions={arguments.repetitions}",
                                                  "--benchmark_enable_random_interleaving=true"])
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
    print_all(results)
    if arguments.previous:
        print_previous(medians(results), medians(before))


if __name__ == "__main__":
    main()
