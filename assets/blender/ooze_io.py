# SPDX-License-Identifier: MIT
"""Opens runs of Ooze in Blender.

`ooze export SCENE --blender DIR` writes a folder. File > Import > Ooze opens its ooze.json and builds the
liquid as a mesh that is read anew at each frame, with velocities for motion blur, colours and texture
coordinates as attributes; bodies and nozzles with their motion; camera, key light, surroundings and floor; and
a Cycles material for each liquid. Lengths stay in metres. Ooze's y axis becomes Blender's z axis.

In the background:  blender --background --python ooze_io.py -- --import DIR/ooze.json [--save FILE.blend]
                    [--samples N] [--denoise] [--render PICTURE.png ...]
One picture is rendered for each frame of the run, in order. Pictures that exist are kept. --check-denoiser alone
fails if this Blender has no denoiser.
"""
import array
import json
import math
import os
import struct
import sys

import bpy
from bpy.app.handlers import persistent
from mathutils import Matrix, Quaternion, Vector

bl_info = {
    "name": "Ooze",
    "author": "The Ooze developers",
    "version": (1, 0, 0),
    "blender": (3, 4, 0),
    "location": "File > Import > Ooze (ooze.json)",
    "description": "Opens liquids, bodies, camera and light of a run of Ooze",
    "category": "Import-Export",
}

FORMAT = 1
# Ooze's axes in Blender's: x stays, y becomes z, z becomes -y.
TURN = Matrix(((1, 0, 0), (0, 0, -1), (0, 1, 0)))
TYPES = {"float": "f", "uint": "I", "ushort": "H", "uchar": "B"}


def turned(v):
    """Returns a vector of Ooze in Blender's axes."""
    return Vector((v[0], -v[2], v[1]))


# ---------------------------------------------------------------------------------------------------- files


def read_ply(path):
    """Reads a binary PLY file of Ooze.

    Returns ({property: list of numbers}, [vertex indices of triangles, three each]).
    Raises RuntimeError in one line if the file is not such a file.
    """
    with open(path, "rb") as file:
        data = file.read()
    end = data.find(b"end_header\n")
    if not data.startswith(b"ply\nformat binary_little_endian") or end < 0:
        raise RuntimeError(f"{path} is not a PLY file of Ooze")
    counts, names, codes, element = {}, [], "<", ""
    for line in data[:end].decode("ascii").splitlines():
        words = line.split()
        if words[0] == "element":
            element = words[1]
            counts[element] = int(words[2])
        elif words[0] == "property" and element == "vertex":
            names.append(words[2])
            codes += TYPES[words[1]]
    row, first = struct.Struct(codes), end + len(b"end_header\n")
    faces = first + row.size * counts["vertex"]
    if len(data) < faces + 13 * counts.get("face", 0):
        raise RuntimeError(f"{path} ends early")
    columns = list(zip(*row.iter_unpack(data[first:faces]))) or [()] * len(names)
    triangle = struct.Struct("<BIII")
    corners = []
    for _, a, b, c in triangle.iter_unpack(data[faces:faces + 13 * counts.get("face", 0)]):
        corners += (a, b, c)
    return dict(zip(names, columns)), corners


def interleaved(x, y, z):
    """Returns vectors of Ooze as one flat array in Blender's axes."""
    flat = array.array("f", bytes(12 * len(x)))
    flat[0::3] = array.array("f", x)
    flat[1::3] = array.array("f", [-value for value in z])
    flat[2::3] = array.array("f", y)
    return flat


def fill_mesh(mesh, path):
    """Replaces the geometry of a mesh by that of a file. Keeps the materials."""
    vertices, corners = read_ply(path)
    mesh.clear_geometry()
    count, faces = len(vertices["x"]), len(corners) // 3
    mesh.vertices.add(count)
    mesh.vertices.foreach_set("co", interleaved(vertices["x"], vertices["y"], vertices["z"]))
    mesh.loops.add(len(corners))
    mesh.loops.foreach_set("vertex_index", corners)
    mesh.polygons.add(faces)
    mesh.polygons.foreach_set("loop_start", list(range(0, len(corners), 3)))
    mesh.polygons.foreach_set("loop_total", [3] * faces)
    mesh.polygons.foreach_set("use_smooth", [True] * faces)
    if "material" in vertices:
        most = max(len(mesh.materials) - 1, 0)
        mesh.polygons.foreach_set("material_index", [min(vertices["material"][v], most) for v in corners[::3]])
    if "vx" in vertices and count:
        # Cycles reads this attribute for motion blur [m/s].
        velocity = mesh.attributes.new("velocity", "FLOAT_VECTOR", "POINT")
        velocity.data.foreach_set("vector", interleaved(vertices["vx"], vertices["vy"], vertices["vz"]))
    if "red" in vertices and count:
        colour = mesh.attributes.new("colour", "BYTE_COLOR", "POINT")
        flat = array.array("f", [1.0]) * (4 * count)
        for k, name in enumerate(("red", "green", "blue")):
            flat[k::4] = array.array("f", [value / 255 for value in vertices[name]])
        colour.data.foreach_set("color_srgb", flat)
    if "s" in vertices and count:
        layer = mesh.uv_layers.new(name="UVMap")
        for loop, vertex in enumerate(corners):
            layer.data[loop].uv = (vertices["s"][vertex], vertices["t"][vertex])
    mesh.update(calc_edges=True)
    if "nx" in vertices and count:
        normals = interleaved(vertices["nx"], vertices["ny"], vertices["nz"])
        mesh.use_auto_smooth = True
        mesh.normals_split_custom_set_from_vertices(
            [normals[3 * v:3 * v + 3] for v in range(count)])


def nearest_frame(frames, frame):
    """Returns the last exported frame that is not after the given one; before the first, the first."""
    return max((f for f in frames if f <= frame), default=frames[0])


def folder_of(thing):
    """Returns the folder of a liquid's files. A folder beside the .blend file comes first, because both may move."""
    known = thing["ooze_folder"]
    if bpy.data.filepath:
        beside = os.path.dirname(bpy.data.filepath)
        for folder in (thing.get("ooze_relative", ""), os.path.basename(known)):
            if folder and os.path.isdir(os.path.join(beside, folder)):
                return os.path.join(beside, folder)
    return known


def show_liquid(thing, frame):
    """Reads the liquid of a frame. Raises RuntimeError or OSError, and then shows no liquid."""
    path = os.path.join(folder_of(thing), thing["ooze_liquid"] % nearest_frame(list(thing["ooze_frames"]), frame))
    if thing.data.get("ooze_shown") == path:
        return
    thing.data["ooze_shown"] = path
    try:
        fill_mesh(thing.data, path)
    except (RuntimeError, OSError, KeyError, struct.error):
        thing.data.clear_geometry()  # the liquid of another frame would be a wrong picture
        raise


@persistent
def show_frame(scene, _=None):
    """Shows the liquid of the scene's frame. Blender calls this function before each frame."""
    for thing in scene.objects:
        if thing.get("ooze_liquid"):
            try:
                show_liquid(thing, scene.frame_current)
            except (RuntimeError, OSError, KeyError, struct.error) as error:
                print(f"ooze_io: frame {scene.frame_current} has no liquid: {error}", file=sys.stderr)


# ------------------------------------------------------------------------------------------------ materials


def node(tree, kind, at, **inputs):
    """Adds a node with the given inputs, whose names have underscores for spaces."""
    made = tree.nodes.new(kind)
    made.location = at
    for name, value in inputs.items():
        made.inputs[name.replace("_", " ")].default_value = value
    return made


def new_material(name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    material.node_tree.nodes.clear()
    out = node(material.node_tree, "ShaderNodeOutputMaterial", (400, 0))
    return material, material.node_tree, out


def index_of(reflectance):
    """Returns the index of refraction for a reflectance at normal incidence (Fresnel)."""
    root = math.sqrt(min(max(reflectance, 0.0), 0.9))
    return (1 + root) / (1 - root)


def liquid_material(look):
    """Makes a Cycles material from the numbers of Ooze's look (ooze.json, "materials")."""
    material, tree, out = new_material(look["name"])
    albedo = [min(max(c, 0.004), 0.96) for c in look["albedo"]]
    rough, index = look["roughness"], index_of(look["reflectance"])
    if look["reflectance"] > 0.5:
        surface = node(tree, "ShaderNodeBsdfPrincipled", (0, 0), Base_Color=(*albedo, 1), Metallic=1.0, Roughness=rough)
    elif look["clearness"] < 0.5:
        surface = node(tree, "ShaderNodeBsdfPrincipled", (0, 0), Roughness=rough, IOR=index,
                       Subsurface=min(0.3, 0.5 * look["translucency"]), Subsurface_Radius=(0.004, 0.003, 0.002))
        # Opaque liquids mix their colours where they mix.
        mixed = node(tree, "ShaderNodeAttribute", (-300, 0))
        mixed.attribute_name = "colour"
        for name in ("Base Color", "Subsurface Color"):
            tree.links.new(mixed.outputs["Color"], surface.inputs[name])
    else:
        glass = node(tree, "ShaderNodeBsdfGlass", (-200, 100), Color=(1, 1, 1, 1), Roughness=rough, IOR=index)
        # Light that passes straight through replaces caustics, which a path tracer finds by chance only.
        clear = node(tree, "ShaderNodeBsdfTransparent", (-200, 0))
        path = node(tree, "ShaderNodeLightPath", (-200, 450))
        surface = node(tree, "ShaderNodeMixShader", (0, 0))
        tree.links.new(path.outputs["Is Shadow Ray"], surface.inputs[0])
        tree.links.new(glass.outputs[0], surface.inputs[1])
        tree.links.new(clear.outputs[0], surface.inputs[2])
        # Beer's law: Ooze's absorption coefficient is a multiple of -log(albedo); Blender's is density (1 - colour).
        absorbed = [-math.log(c) * look["absorption"] for c in albedo]
        most = max(max(absorbed), 1e-6)
        absorption = node(tree, "ShaderNodeVolumeAbsorption", (0, -200), Density=most,
                          Color=(*(1 - a / most for a in absorbed), 1))
        scatter = node(tree, "ShaderNodeVolumeScatter", (0, -350), Density=look["scattering"], Color=(*albedo, 1))
        both = node(tree, "ShaderNodeAddShader", (200, -250))
        tree.links.new(absorption.outputs[0], both.inputs[0])
        tree.links.new(scatter.outputs[0], both.inputs[1])
        tree.links.new((both if look["scattering"] > 0 else absorption).outputs[0], out.inputs["Volume"])
    tree.links.new(surface.outputs[0], out.inputs["Surface"])
    return material


def body_material(body):
    material, tree, out = new_material(body["name"])
    surface = node(tree, "ShaderNodeBsdfPrincipled", (0, 0), Base_Color=(*body["albedo"], 1),
                   Metallic=1.0 if body["metal"] else 0.0, Roughness=0.28 if body["metal"] else 0.6)
    tree.links.new(surface.outputs[0], out.inputs["Surface"])
    return material


def floor_material(floor):
    """Makes a floor that fades into the backdrop with the distance from its centre."""
    material, tree, out = new_material("floor")
    diffuse = node(tree, "ShaderNodeBsdfDiffuse", (0, 0), Color=(*floor["albedo"], 1))
    clear = node(tree, "ShaderNodeBsdfTransparent", (0, -150))
    place = node(tree, "ShaderNodeTexCoord", (-800, 0))
    length = node(tree, "ShaderNodeVectorMath", (-600, 0))
    length.operation = "LENGTH"
    fade = node(tree, "ShaderNodeMapRange", (-400, 0), From_Min=0.15 * floor["radius"], From_Max=floor["radius"])
    fade.interpolation_type = "SMOOTHSTEP"
    mix = node(tree, "ShaderNodeMixShader", (200, 0))
    tree.links.new(place.outputs["Object"], length.inputs[0])
    tree.links.new(length.outputs["Value"], fade.inputs["Value"])
    tree.links.new(fade.outputs[0], mix.inputs[0])
    tree.links.new(diffuse.outputs[0], mix.inputs[1])
    tree.links.new(clear.outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], out.inputs["Surface"])
    return material


# ---------------------------------------------------------------------------------------------------- scene


def add_object(collection, name, data):
    thing = bpy.data.objects.new(name, data)
    collection.objects.link(thing)
    return thing


def add_liquid(collection, folder, run):
    mesh = bpy.data.meshes.new("liquid")
    for look in run["materials"]:
        mesh.materials.append(liquid_material(look))
    thing = add_object(collection, "liquid", mesh)
    thing["ooze_liquid"], thing["ooze_folder"], thing["ooze_frames"] = run["liquid"], folder, run["frames"]
    thing.cycles.use_motion_blur = True
    show_liquid(thing, run["frames"][0])


def add_body(collection, folder, body):
    mesh = bpy.data.meshes.new(body["name"])
    fill_mesh(mesh, os.path.join(folder, body["file"]))
    mesh.materials.append(body_material(body))
    thing = add_object(collection, body["name"], mesh)
    thing.rotation_mode = "QUATERNION"
    turn = TURN.to_quaternion()
    before = None
    for k, (frame, shown, x, y, z, *orientation) in enumerate(body["poses"]):
        pose = (shown, x, y, z, *orientation)
        following = body["poses"][k + 1][1:] if k + 1 < len(body["poses"]) else None
        if before == pose and (following is None or tuple(following) == pose):
            continue  # at rest: the keys at both ends of the rest are enough
        before = pose
        thing.location = turned((x, y, z))
        # Vertices are turned already, so the orientation is turned to Blender's axes on both sides.
        thing.rotation_quaternion = turn @ Quaternion(orientation) @ turn.inverted()
        thing.hide_render = thing.hide_viewport = not shown
        for path in ("location", "rotation_quaternion", "hide_render", "hide_viewport"):
            thing.keyframe_insert(path, frame=frame)
    for curve in thing.animation_data.action.fcurves:
        for key in curve.keyframe_points:
            key.interpolation = "CONSTANT" if curve.data_path.startswith("hide") else "LINEAR"


def add_camera(collection, camera, size):
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.angle = "VERTICAL", math.radians(camera["field_of_view"])
    data.clip_start = 0.001
    thing = add_object(collection, "camera", data)
    eye, target = turned(camera["eye"]), turned(camera["target"])
    thing.location = eye
    thing.rotation_mode = "QUATERNION"
    thing.rotation_quaternion = (target - eye).to_track_quat("-Z", "Y")
    scene = bpy.context.scene
    scene.camera = thing
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.resolution_percentage = 100


def add_key_light(collection, light):
    data = bpy.data.lights.new("key light", "SUN")
    strength = max(light["irradiance_over_pi"])
    data.energy = math.pi * strength
    data.color = [c / strength for c in light["irradiance_over_pi"]] if strength > 0 else (1, 1, 1)
    data.angle = 2 * math.atan(max(sum(light["half_size"]) / 2, 0.002))
    thing = add_object(collection, "key light", data)
    thing.rotation_mode = "QUATERNION"
    thing.rotation_quaternion = turned(light["direction"]).to_track_quat("Z", "Y")


def add_surroundings(folder, run):
    """The camera sees the backdrop; reflections and diffuse light come from the surroundings with their lamps."""
    world = bpy.data.worlds.new("surroundings")
    world.use_nodes = True
    tree = world.node_tree
    tree.nodes.clear()
    out, mix = node(tree, "ShaderNodeOutputWorld", (600, 0)), node(tree, "ShaderNodeMixShader", (400, 0))
    path, place = node(tree, "ShaderNodeLightPath", (100, 300)), node(tree, "ShaderNodeTexCoord", (-600, 0))
    turn = node(tree, "ShaderNodeMapping", (-400, 0))
    turn.inputs["Rotation"].default_value = (0, 0, math.radians(-90))  # Ooze's -z lies in the middle
    tree.links.new(place.outputs["Generated"], turn.inputs["Vector"])
    for k, name in enumerate(("surroundings", "backdrop")):
        picture = node(tree, "ShaderNodeTexEnvironment", (-200, -300 * k))
        picture.image = bpy.data.images.load(os.path.join(folder, run[name]))
        light = node(tree, "ShaderNodeBackground", (100, -300 * k))
        tree.links.new(turn.outputs[0], picture.inputs[0])
        tree.links.new(picture.outputs[0], light.inputs[0])
        tree.links.new(light.outputs[0], mix.inputs[1 + k])
    tree.links.new(path.outputs["Is Camera Ray"], mix.inputs[0])
    tree.links.new(mix.outputs[0], out.inputs[0])
    if bpy.context.scene.world:
        bpy.context.scene.world.use_fake_user = True  # the world of before is kept in the file
    bpy.context.scene.world = world


def add_floor(collection, floor):
    half = 4 * floor["radius"]
    mesh = bpy.data.meshes.new("floor")
    mesh.from_pydata([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)], [], [(0, 1, 2, 3)])
    mesh.materials.append(floor_material(floor))
    thing = add_object(collection, "floor", mesh)
    thing.location = turned(floor["centre"])


def set_up(scene, run):
    scene.render.engine = "CYCLES"
    rate = run["frames_per_second"]
    scene.render.fps = max(1, round(rate))
    scene.render.fps_base = scene.render.fps / rate
    frames = run["frames"]
    scene.frame_start, scene.frame_end = frames[0], frames[-1]
    scene.frame_step = frames[1] - frames[0] if len(frames) > 1 else 1
    scene.render.use_lock_interface = True  # the liquid is replaced between frames
    scene.render.use_motion_blur, scene.render.motion_blur_shutter = True, 0.5
    scene.cycles.device, scene.cycles.samples = "CPU", 64
    scene.cycles.max_bounces, scene.cycles.transmission_bounces, scene.cycles.volume_bounces = 16, 16, 2
    scene.cycles.use_denoising = False
    scene.cycles.caustics_refractive = scene.cycles.caustics_reflective = False
    scene.cycles.sample_clamp_indirect = 4.0
    scene.view_settings.view_transform = "Standard"
    scene.view_settings.exposure = math.log2(max(run["exposure"], 1e-3))
    scene.unit_settings.system = "METRIC"


def read_run(path):
    """Reads an ooze.json and checks that all files of the run are there.

    Returns (folder, description). Raises RuntimeError in one line.
    """
    hint = "choose the ooze.json that `ooze export --blender` wrote"
    try:
        with open(path, encoding="utf-8") as file:
            run = json.load(file)
    except (OSError, ValueError) as error:
        raise RuntimeError(f"cannot read {path or 'a file without a name'}: {hint}") from error
    if not isinstance(run, dict) or run.get("format") != "ooze" or not run.get("frames"):
        raise RuntimeError(f"{path} describes no run of Ooze: {hint}")
    if run.get("version") != FORMAT:
        raise RuntimeError(f"{path} is of version {run.get('version')}; this add-on reads version {FORMAT}")
    folder = os.path.dirname(os.path.abspath(path))
    names = [run["liquid"] % frame for frame in run["frames"]] + [body["file"] for body in run["bodies"]]
    for name in names + [run["backdrop"], run["surroundings"]]:
        if not os.path.isfile(os.path.join(folder, name)):
            raise RuntimeError(f"{folder} lacks {name}")
    return folder, run


def build(path, whole_shot=True):
    """Builds the run of an ooze.json in a collection of its own, and shows its first frame.

    whole_shot: also camera, light, surroundings, floor and the settings of scene and renderer.
    Raises RuntimeError in one line if the file cannot be used; the scene is then unchanged.
    """
    folder, run = read_run(path)
    scene = bpy.context.scene
    collection = bpy.data.collections.new(run["title"])
    scene.collection.children.link(collection)
    add_liquid(collection, folder, run)
    for body in run["bodies"]:
        add_body(collection, folder, body)
    if whole_shot:
        set_up(scene, run)
        add_camera(collection, run["camera"], run["size"])
        add_key_light(collection, run["key_light"])
        add_surroundings(folder, run)
        if run["floor"]:
            add_floor(collection, run["floor"])
    if show_frame not in bpy.app.handlers.frame_change_pre:
        bpy.app.handlers.frame_change_pre.append(show_frame)
    scene.frame_set(run["frames"][0])
    return run


# ----------------------------------------------------------------------------------------------- user interface


class ImportOoze(bpy.types.Operator):
    """Open a run that `ooze export --blender` wrote"""
    bl_idname = "import_scene.ooze"
    bl_label = "Import Ooze"
    bl_options = {"REGISTER", "UNDO"}
    filename_ext = ".json"
    filepath: bpy.props.StringProperty(subtype="FILE_PATH")
    filter_glob: bpy.props.StringProperty(default="ooze.json", options={"HIDDEN"})
    whole_shot: bpy.props.BoolProperty(
        name="Whole shot", default=True,
        description="Also set up camera, light, surroundings, floor, frame rate and renderer. "
                    "Without it the scene keeps its own")

    def invoke(self, context, _event):
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, _context):
        try:
            build(self.filepath, self.whole_shot)
        except (RuntimeError, OSError, KeyError, struct.error) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}


def add_menu_entry(menu, _context):
    menu.layout.operator(ImportOoze.bl_idname, text="Ooze (ooze.json)")


def register():
    bpy.utils.register_class(ImportOoze)
    bpy.types.TOPBAR_MT_file_import.append(add_menu_entry)
    bpy.app.handlers.frame_change_pre.append(show_frame)


def unregister():
    bpy.app.handlers.frame_change_pre.remove(show_frame)
    bpy.types.TOPBAR_MT_file_import.remove(add_menu_entry)
    bpy.utils.unregister_class(ImportOoze)


# --------------------------------------------------------------------------------------------------- background


def keep_reader():
    """Stores this script in the .blend file, so that Blender reads the liquid without the add-on."""
    text = bpy.data.texts.new("ooze_io.py")
    with open(__file__, encoding="utf-8") as file:
        text.write(file.read())
    text.use_module = True


def require_denoiser():
    """Raises RuntimeError if this Blender was built without OpenImageDenoise, as Debian's is."""
    import _cycles

    if not _cycles.with_openimagedenoise:
        raise RuntimeError("this Blender was built without a denoiser (OpenImageDenoise)")


def main(arguments):
    options, values = {}, []
    for word in arguments:
        if word.startswith("--"):
            values = options.setdefault(word, [])
        else:
            values.append(word)
    if "--check-denoiser" in options:
        require_denoiser()
        return
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    for collection in list(bpy.data.collections):
        bpy.data.collections.remove(collection)
    run = build(options["--import"][0])
    scene = bpy.context.scene
    if "--samples" in options:
        scene.cycles.samples = int(options["--samples"][0])
    if "--denoise" in options:
        require_denoiser()
        scene.cycles.use_denoising, scene.cycles.denoiser = True, "OPENIMAGEDENOISE"
    liquid = bpy.data.objects["liquid"]
    if "--save" in options:
        keep_reader()
        file = options["--save"][0]
        liquid["ooze_relative"] = os.path.relpath(liquid["ooze_folder"], os.path.dirname(file))
        scene.render.filepath = "//" + os.path.splitext(os.path.basename(file))[0] + "_"
        bpy.ops.wm.save_as_mainfile(filepath=file)
    scene.render.image_settings.file_format = "PNG"
    for frame, path in zip(run["frames"], options.get("--render", [])):
        if os.path.exists(path):
            continue
        scene.frame_set(frame)
        show_liquid(liquid, frame)
        scene.render.filepath = path + ".part.png"
        bpy.ops.render.render(write_still=True)
        os.replace(scene.render.filepath, path)


if os.path.isfile(os.path.dirname(__file__)):  # stored in a .blend file by keep_reader()
    bpy.app.handlers.frame_change_pre.append(show_frame)
elif __name__ == "__main__":
    if "--" in sys.argv:
        try:
            main(sys.argv[sys.argv.index("--") + 1:])
        except (RuntimeError, OSError, KeyError, struct.error) as problem:
            print(f"ooze_io: {problem}", file=sys.stderr)
            sys.exit(1)
    else:
        register()
