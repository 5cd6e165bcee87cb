"""Imports PLY and OBJ files into Blender and prints their content as JSON:
blender -b --python blender_reader.py -- FILE..."""
import json
import sys

import bpy

found = []
for name in sys.argv[sys.argv.index("--") + 1:]:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if name.endswith(".ply"):
        bpy.ops.import_mesh.ply(filepath=name)
    else:
        bpy.ops.wm.obj_import(filepath=name, forward_axis="NEGATIVE_Z", up_axis="Y")
    for thing in bpy.data.objects:
        mesh = thing.data
        colours = [[list(c.color_srgb)[:3] for c in layer.data] for layer in mesh.color_attributes]
        found.append({
            "file": name,
            "vertices": [list(v.co) for v in mesh.vertices],
            "faces": [list(p.vertices) for p in mesh.polygons],
            "uvs": [list(c.uv) for c in mesh.uv_layers[0].data] if mesh.uv_layers else [],
            "colours": colours[0] if colours else [],
            "colour_domain": mesh.color_attributes[0].domain if colours else "",
            "version": bpy.app.version_string,
        })
print("FOUND " + json.dumps(found))
