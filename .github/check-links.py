#!/usr/bin/env python3
"""Checks that every relative link and picture in the given Markdown files exists. Web links are not fetched."""
import pathlib
import re
import sys

broken = 0
for name in sys.argv[1:]:
    page = pathlib.Path(name)
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        for target in re.findall(r"\]\(([^)\s]+)\)", line):
            if re.match(r"[a-z]+:|#", target):
                continue
            if not (page.parent / target.split("#")[0]).exists():
                print(f"{name}:{number}: no such file: {target}")
                broken += 1
sys.exit(1 if broken else 0)
