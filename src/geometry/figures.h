// Figures of our own, as closed meshes: about 1 unit tall, standing on y = 0, looking along -x, symmetric in
// z.
#pragma once

#include "ooze/geometry/mesh.h"

namespace ooze {

/// A sitting bunny: stands in where the scanned one is not installed.
Mesh makeProceduralBunny();
/// A statue of the kind of Easter Island's: a long head with brow, nose and ears on a bust.
Mesh makeMoai();
/// An armadillo that stands on its hind legs with raised arms, in the proportions of Stanford's scan.
Mesh makeArmadillo();
/// A skeleton as far as its hips, which sits with its mouth open.
Mesh makeSkeleton();

}  // namespace ooze
