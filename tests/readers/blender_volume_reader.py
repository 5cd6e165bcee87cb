"""Imports OpenVDB files into Blender as volumes and prints their content as JSON:
blender -b --python blender_volume_reader.py -- FILE..."""
import json
import os
import sys

import bpy

found = []
for name in sys.argv[sys.argv.index("--") + 1:]:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.object.volume_import(filepath=os.path.abspath(name), files=[{"name": name}],
                                 directory=os.getcwd())
    thing = bpy.context.object
    grids = thing.data.grids
    grids.load()
    mesh = bpy.data.objects.new("mesh", bpy.data.meshes.new("mesh"))
    bpy.context.collection.objects.link(mesh)
    modifier = mesh.modifiers.new("from volume", "VOLUME_TO_MESH")
    modifier.object = thing
    modifier.grid_name = "surface"
    modifier.threshold = 0
    points = [mesh.matrix_world @ v.co
              for v in mesh.evaluated_get(bpy.context.evaluated_depsgraph_get()).data.vertices]
    found.append({
        "file": name,
        "type": thing.type,
        "grids": {grid.name: grid.data_type for grid in grids},
        "voxel": grids[0].matrix_object[0][0],
        "lower": [min(p[axis] for p in points) for axis in range(3)] if points else [],
        "upper": [max(p[axis] for p in points) for axis in range(3)] if points else [],
        "version": bpy.app.version_string,
    })
print("FOUND " + json.dumps(found))
