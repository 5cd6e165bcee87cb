#!/usr/bin/env python3
"""Checks the given Markdown files: every relative link and picture exists, and every source path in backticks exists.

A path may be relative to the project, to src, include, tests or the folder of its page, and may hold * and {a,b}. A file name without a
folder may lie anywhere. Web links are not fetched."""
import fnmatch
import os
import pathlib
import re
import subprocess
import sys

SOURCE = re.compile(r"[\w{},/*.-]+\.(?:h|cpp|glsl|frag|vert|py|cmake|\*|\{h,cpp\})")


def expand(path):
    """Returns the paths that a path with {a,b} stands for."""
    match = re.search(r"\{([^{}]*)\}", path)
    if not match:
        return [path]
    return [p for choice in match.group(1).split(",")
            for p in expand(path[:match.start()] + choice.strip() + path[match.end():])]


def broken_links(page, line):
    for target in re.findall(r"\]\(([^)\s]+)\)", line):
        if not re.match(r"[a-z]+:|#", target) and not (page.parent / target.split("#")[0]).exists():
            yield f"no such file: {target}"


def missing_paths(page, line, tracked):
    """Yields the source paths of a line that match no tracked file."""
    folders = ["", f"{page.parent}/", "src/", "include/", "include/ooze/", "tests/"]
    names = {os.path.basename(file) for file in tracked}
    for quoted in re.findall(r"`([^`\s]+)`", line):
        if not SOURCE.fullmatch(quoted):
            continue
        for path in expand(quoted):
            places = [os.path.normpath(folder + path) for folder in folders] if "/" in path else []
            if not any(fnmatch.filter(tracked, place) for place in places) and not ("/" not in path and fnmatch.filter(names, path)):
                yield f"no such source file: {quoted}" + (f" ({path})" if path != quoted else "")


def main():
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    broken = 0
    for name in sys.argv[1:]:
        page = pathlib.Path(name)
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for problem in [*broken_links(page, line), *missing_paths(page, line, tracked)]:
                print(f"{name}:{number}: {problem}")
                broken += 1
    return 1 if broken else 0


sys.exit(main())
