#!/usr/bin/env python3
"""Tests the scripts that CI runs: the choice of rotating tests, the speed of the machine, the sizes of tests, and the check of file-scope names."""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # keeps __pycache__ out of the source folder
ROOT = pathlib.Path(__file__).resolve().parents[2]


def load(name, path):
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


class RotatingTests(unittest.TestCase):
    def setUp(self):
        self.script = load("rotating_tests", ".ci/rotating-tests")
        self.names = [f"Suite.Case{i}" for i in range(37)]
        self.record = {"runs": 0, "last": {}, "seconds": {}}

    def run_once(self, names, seed):
        chosen = self.script.choose(names, self.record, seed, 10)
        self.record["runs"] += 1
        self.record["last"].update(dict.fromkeys(chosen, self.record["runs"]))
        return chosen

    def test_ten_runs_run_every_test(self):
        seen = set()
        for run in range(10):
            seen.update(self.run_once(self.names, f"commit {run}"))
        self.assertEqual(seen, set(self.names))
        self.assertEqual(self.script.overdue(self.names, self.record, 10), [])

    def test_a_run_takes_a_tenth_of_the_time(self):
        self.record["seconds"] = {name: 1.0 + i for i, name in enumerate(self.names)}
        total = sum(self.record["seconds"].values())
        taken = [sum(self.record["seconds"][name] for name in self.run_once(self.names, f"commit {run}")) for run in range(10)]
        self.assertLess(max(taken), 0.25 * total)

    def test_ten_runs_run_every_test_while_tests_are_added(self):
        names = list(self.names)
        for run in range(30):
            names += [f"New.Case{run}"]
            self.run_once(names, f"commit {run}")
            self.assertEqual(self.script.overdue(names, self.record, 10), [])

    def test_the_commit_chooses_where_there_is_no_record(self):
        first, second = (self.script.choose(self.names, self.record, seed, 10) for seed in ("one", "two"))
        self.assertNotEqual(first, second)
        self.assertEqual(first, self.script.choose(self.names, self.record, "one", 10))

    def test_a_test_that_has_not_run_for_ten_runs_is_overdue(self):
        self.record.update(runs=12, last={self.names[0]: 1, self.names[1]: 2})
        self.assertEqual(self.script.overdue(self.names, self.record, 10), [self.names[0]])

    def test_a_damaged_record_counts_as_none(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "record.json"
            self.script.save(file, {"release": {"runs": 3}})
            self.assertEqual(self.script.load(file), {"release": {"runs": 3}})
            file.write_text('{"release": {"ru')
            self.assertEqual(self.script.load(file), {})


class MachineSlowness(unittest.TestCase):
    def setUp(self):
        self.script = load("machine_slowness", ".ci/machine-slowness")

    def test_twice_the_work_is_twice_as_slow(self):
        block = self.script.block
        once = min(self.script.blocks(0.0) for _ in range(5))
        self.script.block = lambda: (block(), block())
        twice = min(self.script.blocks(0.0) for _ in range(5))
        self.assertGreater(twice, 1.4 * once)


class Sizes(unittest.TestCase):
    def setUp(self):
        self.script = load("sizes", "tests/sizes.py")
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.script.FILE = pathlib.Path(self.folder.name) / "sizes.txt"
        self.script.FILE.write_text("large ooze_core_tests Long.*\nmedium ooze_core_tests Some/Values.Case/*\nalone ooze_core_tests Clock.*\n")

    def times(self, **seconds):
        """Writes a file of times as GoogleTest does, from `Suite__Case=seconds`."""
        suites = {}
        for name, time in seconds.items():
            suite, case = name.split("__")
            suites.setdefault(suite.replace("_in_", "/"), []).append({"name": case.replace("_of_", "/"), "time": f"{time}s"})
        text = json.dumps({"testsuites": [{"name": name, "testsuite": cases} for name, cases in suites.items()]})
        (pathlib.Path(self.folder.name) / "core.small.0.json").write_text(text)
        return self.folder.name

    def run_check(self, folder):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.script.check(folder)
        return out.getvalue()

    def test_a_test_within_its_size_is_not_named(self):
        self.assertEqual(self.run_check(self.times(Quick__Case=0.1, Long__Case=60, Some_in_Values__Case_of_a=4, Clock__Case=4)), "")

    def test_a_test_over_its_size_is_named(self):
        self.assertIn("Quick.Case took 1.00 s", self.run_check(self.times(Quick__Case=1, Some_in_Values__Case_of_a=4, Clock__Case=4)))

    def test_a_test_far_over_its_size_is_an_error(self):
        with self.assertRaisesRegex(SystemExit, "10 times"):
            self.run_check(self.times(Quick__Case=2.1, Some_in_Values__Case_of_a=4, Clock__Case=4))

    def test_a_slow_machine_has_larger_limits(self):
        folder = self.times(Quick__Case=2.1, Some_in_Values__Case_of_a=4, Clock__Case=4)
        with contextlib.redirect_stdout(io.StringIO()):
            self.script.check(folder, 1.2)
            with self.assertRaises(SystemExit):
                self.script.check(folder, 0.5)

    def test_a_row_that_matches_nothing_is_an_error(self):
        with self.assertRaisesRegex(SystemExit, "match nothing"):
            self.run_check(self.times(Quick__Case=0.1, Clock__Case=1))

    def test_no_times_are_an_error(self):
        with self.assertRaises(SystemExit):
            self.run_check(self.folder.name)

    def test_slower_tests_get_a_larger_size_and_none_a_smaller_one(self):
        folder = self.times(Quick__Case=0.1, Slow__One=1, Slow__Two=9, Long__Case=0.1, Some_in_Values__Case_of_a=0.1, Clock__Case=1,
                            All_in_Scenes__Run_of_a=2, All_in_Scenes__Run_of_b=3, All_in_Scenes__Stop_of_a=0)
        with contextlib.redirect_stdout(io.StringIO()):
            self.script.raise_sizes(folder)
        rows = [line for line in self.script.FILE.read_text().splitlines() if not line.startswith("#")]
        self.assertEqual(rows, ["medium ooze_core_tests All/Scenes.Run/*", "medium ooze_core_tests Slow.One", "medium ooze_core_tests Some/Values.*",
                                "large ooze_core_tests Long.*", "large ooze_core_tests Slow.Two", "alone ooze_core_tests Clock.*"])


class SizeFile(unittest.TestCase):
    def test_each_row_has_a_class_an_executable_and_a_pattern(self):
        rows = load("sizes", "tests/sizes.py").read_sizes((ROOT / "tests" / "sizes.txt").read_text())
        self.assertGreater(len(rows), 10)
        for row in rows:
            self.assertEqual(len(row), 3, row)
            self.assertIn(row[0], ("medium", "large", "alone", "unsanitized"))
            self.assertRegex(row[1], "^ooze_[a-z]+_tests$")


class FileScopeNames(unittest.TestCase):
    def setUp(self):
        self.script = load("file_scope_names", ".github/check-file-scope-names.py")

    def faults(self, *sources, around="namespace ooze {{ namespace {{\n{}\n}} }}"):
        return self.script.repeated_names([(f"{k}.cpp", around.format(source)) for k, source in enumerate(sources)])

    def test_the_tree_is_read_and_repeats_no_name(self):
        targets = self.script.targets(ROOT)
        self.assertGreater(len(targets), 8)
        for target, sources in targets.items():
            files = [(path.name, path.read_text(encoding="utf-8")) for path in sources]
            self.assertEqual(self.script.repeated_names(files), [], target)
        self.assertGreater(sum(len(list(self.script.file_scope_names(path.read_text(encoding="utf-8")))) for path in targets["app"]), 200)

    def test_constants_of_headers_that_hide_others_are_found(self):
        source = [("a.cpp", "namespace ooze { namespace {\nconstexpr float kReach = 1.f;\n} }")]
        for text, count in (("inline void go() {\n  constexpr float kReach = 2.f;\n}", 1),
                            ("inline void go() {\n  constexpr std::array<int, 2> kA{1, 2}, kReach{3, 4};\n}", 1),
                            ("inline void go() {\n  constexpr float kOther = kReach;\n}", 0),
                            ("struct A {\n  static constexpr float kReach = 2.f;\n};", 0),
                            ("// constexpr float kReach = 2.f;", 0)):
            self.assertEqual(len(self.script.hiding_constants([("a.h", text)], source)), count, text)

    def test_each_kind_of_name_is_found(self):
        for one, other in (("constexpr float kReach = 1.f;", "const int kReach{2};"),
                           ("constexpr float kA = f(1, 2), kReach = 1.f;", "constexpr float kReach = 2.f;"),
                           ("constexpr std::array<int, 2> kReach{{1, 2}};", "std::uint64_t kReach[3];"),
                           ("struct Point { int kOther; };", "enum class Point : int { A };"),
                           ("template <class T> class Point final : public A<T> {};", "struct Point {};"),
                           ("using Point = std::vector<A>;", "using Point = std::vector<B>;"),
                           ("void go(int a) { if (a) { b(); } }", "[[nodiscard]] bool go(int) { return true; }"),
                           ("void go(const A& a, int b = f(1)) {}", "template <class A> int go(const A& other, int) { return 1; }")):
            self.assertEqual(len(self.faults(one, other)), 1, (one, other))

    def test_the_fault_names_both_files_and_the_line(self):
        self.assertEqual(self.faults("// kReach\nconst int kReach = 1;", "", "const int kReach = 1;"),
                         ["0.cpp:3: kReach in namespace ooze is also in 2.cpp"])

    def test_names_that_cannot_clash_are_allowed(self):
        for one, other in (("namespace a { const int kReach = 1; }", "namespace b { const int kReach = 1; }"),
                           ("void go(int a) {}", "void go(float a) {}"),
                           ("int go(std::vector<A> a) { return 1; }", "int go(std::vector<B> a) { return 1; }"),
                           ("namespace fs = std::filesystem;", "namespace fs = std::filesystem;"),
                           ("class Point;", "struct Point {};"),
                           ("struct A { static constexpr int kReach = 1; };", "const int kReach = 2;"),
                           ("void a() { const int kReach = 1; }", "void b() { const int kReach = 1; }"),
                           ("// const int kReach = 1;", "const int kReach = 1;"),
                           ('const char* kA = "}; int kReach = 1; {";', "const int kReach = 1;")):
            self.assertEqual(self.faults(one, other), [], (one, other))
        named = "namespace ooze {{\n{}\n}}"
        self.assertEqual(self.faults("void Point::go() {}", "void Point::go() {}", around=named), [])


if __name__ == "__main__":
    unittest.main()
