// Built-in procedural meshes.
// All are closed, about 1 unit tall, stand on y = 0, face -x and are symmetric in z.
#pragma once

#include "ooze/geometry/mesh.h"

namespace ooze {

/// Makes a sitting bunny, which replaces the scanned Stanford bunny where that mesh is not installed.
Mesh makeProceduralBunny();
/// Makes an Easter Island statue: a long head with brow, nose and ears on a bust.
Mesh makeMoai();
/// Makes an armadillo on its hind legs with raised arms, in the proportions of the Stanford scan.
Mesh makeArmadillo();
/// Makes a skeleton down to the hips, with its mouth open.
Mesh makeSkeleton();

}  // namespace ooze
