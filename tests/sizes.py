#!/usr/bin/env python3
"""Compares the seconds that tests took with their sizes in tests/sizes.txt (tests/README.md says what the sizes mean).

    sizes.py check FOLDER [SLOWNESS] lists tests that exceed their size; fails if one takes ten times as long, or a row matches no test.
                                     A machine that takes SLOWNESS times as long as a quiet one (.ci/machine-slowness) has limits as much larger
    sizes.py slowest COUNT FOLDER... prints the slowest tests
    sizes.py raise FOLDER            rewrites sizes.txt: tests that exceed their size get a larger size, and no test gets a smaller one

FOLDER holds the files that ctest and GoogleTest have written: BUILD/tests/times.
"""
import collections
import fnmatch
import json
import pathlib
import sys
import xml.etree.ElementTree

LIMITS = {"small": 0.2, "medium": 5.0, "large": float("inf")}  # seconds
FAR_OVER = 10.0
FILE = pathlib.Path(__file__).parent / "sizes.txt"
HEADER = """# The size of each test that is not small: CLASS EXECUTABLE PATTERN (tests/README.md). `tests/sizes.py raise` adds tests that are slower than their size.
# medium: under 5 s. large: longer. alone: a medium test that asserts a wall-clock time. unsanitized: left out under sanitizers, because it takes
# minutes, has no source there or needs the limit of memory, which AddressSanitizer defeats. Patterns are those of a GoogleTest filter.
"""

Test = collections.namedtuple("Test", "executable name seconds")


def read_times(folder):
    """Returns each test that GoogleTest timed in `folder` once, failed tests too."""
    found = {}
    for file in sorted(pathlib.Path(folder).glob("*.json")):
        executable = f"ooze_{file.name.split('.')[0]}_tests"
        for suite in json.loads(file.read_text()).get("testsuites", []):
            for case in suite["testsuite"]:
                name = f"{suite['name']}.{case['name']}"
                found[name] = Test(executable, name, float(case["time"].rstrip("s")))
    return list(found.values())


def read_ctest_times(folder):
    """Returns the tests that ctest ran in one process each."""
    found = []
    for file in sorted(pathlib.Path(folder).glob("*.xml")):
        for case in xml.etree.ElementTree.parse(file).getroot().iter("testcase"):
            found.append(Test("ctest", case.get("name"), float(case.get("time"))))
    return found


def read_sizes(text):
    """Returns [(class, executable, pattern)] from the text of sizes.txt."""
    return [tuple(line.split()[:3]) for line in text.splitlines() if line and not line.startswith("#")]


def matches(name, pattern):
    """Returns True if the name matches a GoogleTest filter, which knows * and ? only."""
    return fnmatch.fnmatchcase(name, pattern.replace("[", "[[]"))


def size_of(test, sizes):
    """Returns the size of a test. A large pattern wins over a medium one, as in test_sizes.cmake."""
    classes = {row[0] for row in sizes if row[1] == test.executable and matches(test.name, row[2])}
    if "large" in classes:
        return "large"
    return "medium" if classes & {"medium", "alone"} else "small"


def size_for(seconds):
    return next(size for size, limit in LIMITS.items() if seconds <= limit)


def check(folder, slowness=1.0):
    sizes = read_sizes(FILE.read_text())
    tests = read_times(folder)
    if not tests:
        sys.exit(f"sizes: no times in {folder}")
    far = 0
    for test in sorted(tests, key=lambda test: -test.seconds):
        limit = LIMITS[size_of(test, sizes)] * max(1.0, slowness)
        if test.seconds <= 2 * limit:  # the machine may be busy or slower than the one that sizes.txt was made on
            continue
        far += test.seconds > FAR_OVER * limit
        print(f"sizes: {test.name} took {test.seconds:.2f} s; its size allows {limit:g} s")
    # Large tests have not run, so only rows of the other classes can be checked.
    unused = [row for row in sizes if row[0] in ("medium", "alone")
              and not any(test.executable == row[1] and matches(test.name, row[2]) for test in tests)]
    for row in unused:
        print(f"sizes: no test matches the row: {' '.join(row)}")
    if unused:
        sys.exit("sizes: remove the rows of sizes.txt that match nothing")
    if far:
        sys.exit(f"sizes: {far} of these tests took more than {FAR_OVER:g} times their limit. `tests/sizes.py raise {folder}` gives them a larger size")


def slowest(count, folders):
    tests = [test for folder in folders if pathlib.Path(folder).is_dir()
             for test in read_times(folder) + [t for t in read_ctest_times(folder) if not is_shard(t.name)]]
    print(f"\n=== the {count} slowest tests [s]")
    for test in sorted(tests, key=lambda test: -test.seconds)[:count]:
        print(f"{test.seconds:7.1f} {test.name}")


def is_shard(name):
    """Returns True if the ctest test is a process that runs many GoogleTest tests, such as core.small.0."""
    parts = name.split(".")
    return len(parts) == 3 and parts[1] in ("small", "medium", "alone") and parts[2].isdigit()


def patterns_for(tests, sizes):
    """Returns the rows of sizes.txt. A row stands for a whole suite, or for all values of a parametrised test, if all have one size."""
    groups = collections.defaultdict(list)
    for test in tests:
        groups[test.executable, test.name.split(".")[0]].append(test)
    rows = []
    for (executable, suite), members in sorted(groups.items()):
        by_size = collections.defaultdict(list)
        for test in members:
            by_size[sizes[test]].append(test)
        for size in ("medium", "large"):
            names = sorted(test.name for test in by_size[size])
            if not names:
                continue
            if len(names) == len(members):
                rows.append((size, executable, f"{suite}.*"))
                continue
            cases = collections.Counter(test.name.rsplit("/", 1)[0] for test in members if "/" in test.name.split(".", 1)[1])
            of_size = collections.Counter(name.rsplit("/", 1)[0] for name in names if "/" in name.split(".", 1)[1])
            whole = {case for case, number in of_size.items() if number == cases[case] and number > 1}
            rows += [(size, executable, f"{case}/*") for case in sorted(whole)]
            rows += [(size, executable, name) for name in names if name.rsplit("/", 1)[0] not in whole]
    return rows


def raise_sizes(folder):
    old = read_sizes(FILE.read_text()) if FILE.exists() else []
    order = list(LIMITS)
    tests = read_times(folder)
    sizes = {test: max(size_of(test, old), size_for(test.seconds), key=order.index) for test in tests}
    measured = {(test.executable, test.name) for test in tests}
    kept = [row for row in old if row[0] in ("alone", "unsanitized")]
    # Keep the rows of tests that were not run.
    for row in old:
        if row[0] in ("medium", "large") and not any(executable == row[1] and matches(name, row[2]) for executable, name in measured):
            kept.append(row)
    alone = [row for row in kept if row[0] == "alone"]
    sizable = [test for test in tests if not any(row[1] == test.executable and matches(test.name, row[2]) for row in alone)]
    rows = sorted(set(kept + patterns_for(sizable, sizes)), key=lambda row: (row[1], order.index(row[0]) if row[0] in order else 9, row[0], row[2]))
    FILE.write_text(HEADER + "".join(f"{row[0]} {row[1]} {row[2]}\n" for row in rows))
    print(f"sizes: {len(rows)} rows")


def main():
    command, *arguments = sys.argv[1:] or [""]
    if command == "check" and len(arguments) in (1, 2):
        check(arguments[0], *map(float, arguments[1:]))
    elif command == "slowest" and len(arguments) >= 2:
        slowest(int(arguments[0]), arguments[1:])
    elif command == "raise" and len(arguments) == 1:
        raise_sizes(arguments[0])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
