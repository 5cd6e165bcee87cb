"""Viscoelastic liquids: simulate a scene, change it while it runs, and look at it as NumPy arrays.

>>> import ooze
>>> world = ooze.World(ooze.load_scene("clavet_pour_bunny", detail="coarse"))
>>> world["viscosity_linear"] = 3.0
>>> world.advance(60)
>>> world.positions.shape  # (number of particles, 3), in metres
"""

import json as _json
import os as _os
import sys as _sys
from pathlib import Path as _Path

try:
    from . import _core
except ImportError as _error:
    _built = sorted(file.name for file in _Path(__file__).parent.glob("_core.*"))
    if _built and not any(_sys.implementation.cache_tag in name for name in _built):
        raise ImportError(
            f"ooze was built for another Python ({_built[0]}) than this one ({_sys.implementation.cache_tag})"
        ) from None
    raise

from ._core import (
    Body,
    InputError,
    RunError,
    Scene,
    Snapshot,
    SurfaceMesh,
    World,
    __version__,
    fields,
    load_scene,
    materials,
    methods,
    parameters,
    restore,
    scenes,
)

__all__ = [
    "Body",
    "InputError",
    "RunError",
    "Scene",
    "Snapshot",
    "SurfaceMesh",
    "World",
    "build_scene",
    "fields",
    "load_scene",
    "materials",
    "methods",
    "parameters",
    "restore",
    "scenes",
]

# An installed package lies in PREFIX/lib/pythonX.Y/site-packages/ooze or in PREFIX/lib/python3/dist-packages/ooze.
for _prefix in _Path(__file__).resolve().parents:
    if (_prefix / "share" / "ooze" / "assets").is_dir():
        _core._add_install_prefix(_prefix)
        break


def build_scene(scene, detail="medium", folder="."):
    """Builds a scene from a dictionary with the content of a scene file.

    :param scene: dictionary in the format of the manual's page "Scene format"
    :param detail: 'draft', 'coarse', 'medium' or 'fine'
    :param folder: folder that the paths of meshes and pictures in the scene are relative to
    :returns: a Scene
    :raises InputError: if the scene is not valid; the text names the line of the scene's JSON text
    """
    try:
        text = _json.dumps(scene, indent=1)
    except (TypeError, ValueError) as error:
        raise InputError(f"the scene is no JSON: {error}") from None
    return _core._scene_from_json(text, _os.path.join(folder, "scene.json"), detail)
