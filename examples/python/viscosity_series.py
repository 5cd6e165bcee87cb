# %% [markdown]
# Pours the same liquid at four viscosities and measures how far each pour spreads. Editors such as VS Code and
# Spyder run the cells of this script one by one.
#
#     PYTHONPATH=build/release/python python3 examples/python/viscosity_series.py

# %% Load the scene once. Every world starts from the same scene.
import sys

import numpy as np

import ooze

frames = int(sys.argv[1]) if len(sys.argv) > 1 else 120
scene = ooze.load_scene("clavet_pour_bunny", detail="draft")
print(scene.title, "with", scene.method)

# %% Run one world for each viscosity.
worlds = {}
for viscosity in (0.5, 2.0, 8.0, 32.0):
    world = ooze.World(scene)
    world["viscosity_linear"] = viscosity
    world.advance(frames)
    worlds[viscosity] = world

# %% Compare the particles, which are NumPy arrays of shape (N, 3) in metres.
for viscosity, world in worlds.items():
    radius = np.hypot(world.positions[:, 0], world.positions[:, 2])
    slow = np.linalg.norm(world.velocities, axis=1) < 0.05
    print(
        f"viscosity {viscosity:4.1f}: {len(radius)} particles, nine tenths within {np.quantile(radius, 0.9):.3f} m, "
        f"{slow.mean():.0%} slower than 5 cm/s"
    )

# %% Stack the pictures into one array.
sheet = np.hstack([world.picture(size=(320, 240)) for world in worlds.values()])
print("sheet of", sheet.shape[1], "x", sheet.shape[0], "pixels")

# %% matplotlib, where it is installed, shows the sheet.
try:
    import matplotlib.pyplot as plt
except ImportError:
    print("matplotlib is not installed: no window")
else:
    plt.imshow(sheet)
    plt.axis("off")
    plt.show()
