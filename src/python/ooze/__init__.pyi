from typing import Any

from ._core import Body as Body
from ._core import InputError as InputError
from ._core import RunError as RunError
from ._core import Scene as Scene
from ._core import Snapshot as Snapshot
from ._core import SurfaceMesh as SurfaceMesh
from ._core import World as World
from ._core import __version__ as __version__
from ._core import fields as fields
from ._core import load_scene as load_scene
from ._core import materials as materials
from ._core import methods as methods
from ._core import parameters as parameters
from ._core import restore as restore
from ._core import scenes as scenes

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

def build_scene(scene: dict[str, Any], detail: str = "medium", folder: str = ".") -> Scene: ...
