"""Opens a run with the add-on, or a .blend file made from one, and prints what Blender then holds as JSON:
blender -b --python blender_addon_reader.py -- ADD_ON ooze.json FRAME...
blender -b -y FILE.blend --python blender_addon_reader.py -- - - FRAME..."""
import importlib.util
import json
import sys

import bpy

add_on, description, *frames = sys.argv[sys.argv.index("--") + 1:]
if add_on != "-":
    bpy.ops.wm.read_factory_settings(use_empty=True)
    spec = importlib.util.spec_from_file_location("ooze_io_under_test", add_on)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.register()
    assert bpy.ops.import_scene.ooze(filepath=description) == {"FINISHED"}

scene = bpy.context.scene
found = {
    "engine": scene.render.engine,
    "rate": scene.render.fps / scene.render.fps_base,
    "range": [scene.frame_start, scene.frame_end],
    "size": [scene.render.resolution_x, scene.render.resolution_y],
    "eye": list(scene.camera.location),
    "objects": sorted(thing.name for thing in bpy.data.objects),
    "frames": [],
}
for frame in frames:
    scene.frame_set(int(frame))
    mesh = bpy.data.objects["liquid"].data
    velocity = mesh.attributes.get("velocity")
    colour = mesh.attributes.get("colour")
    found["frames"].append({
        "vertices": [list(v.co) for v in mesh.vertices],
        "velocities": [list(v.vector) for v in velocity.data] if velocity else [],
        "colours": [list(c.color_srgb)[:3] for c in colour.data] if colour else [],
        "faces": [list(p.vertices) for p in mesh.polygons],
        "materials": [m.name for m in mesh.materials],
        "bodies": {thing.name: [list(row) for row in thing.matrix_world]
                   for thing in bpy.data.objects if thing.animation_data},
    })
print("FOUND " + json.dumps(found))
