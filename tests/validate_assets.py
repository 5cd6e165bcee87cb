#!/usr/bin/env python3
"""Checks every scene and material file against its published schema. Prints each violation; exit code 1 if any."""
import json
import pathlib
import sys

import jsonschema

assets = pathlib.Path(sys.argv[1])
schemas = {p.name: json.loads(p.read_text()) for p in (assets / "schema").glob("*.schema.json")}
found = 0
bad = 0
for folder, name in (("scenes", "scene.schema.json"), ("grids", "scene.schema.json"), ("materials", "material.schema.json")):
    jsonschema.Draft202012Validator.check_schema(schemas[name])
    resolver = jsonschema.RefResolver(name, schemas[name], store=schemas)
    validator = jsonschema.Draft202012Validator(schemas[name], resolver=resolver)
    for path in sorted((assets / folder).glob("*.json")):
        found += 1
        for error in validator.iter_errors(json.loads(path.read_text())):
            bad += 1
            print(f"{path}: {'/'.join(map(str, error.absolute_path))}: {error.message}")
if found == 0:
    print(f"no scene or material under {assets}")
sys.exit(1 if bad or not found else 0)
