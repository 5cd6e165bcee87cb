// Which liquids of a picture are drawn for themselves within the one that lies round them.
#pragma once

#include "ooze/base/math.h"
#include "ooze/world/snapshot.h"

#include "render/looks.h"
#include "surface/liquid_surfaces.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Liquids that look differently, of which one lets what lies in it be seen: that one is left as what is
/// round the others, and each of these is a part with a surface of its own. Materials that look alike are of
/// one part, and what is frozen is of its liquid's; what comes after LiquidSurfaces::kMost parts is of the
/// last.
struct LiquidParts {
  struct Part {
    std::size_t look;  ///< index into the rows of the looks
    Vec3 albedo;       ///< linear
  };
  std::vector<Part> parts;               ///< the liquid round the others first; empty: all are drawn as one
  std::vector<std::uint8_t> ofMaterial;  ///< less the first of them; LiquidSurfaces::kNone: the first
  std::vector<std::uint8_t> ofLook;      ///< likewise, by row
  LookList looks;                        ///< of the picture: where there are parts, a row for each material

  [[nodiscard]] bool any() const { return !parts.empty(); }
};

/// @param shown      with what is frozen as materials behind the others (frost.h)
/// @param materials  of the world itself
/// @param plain      colours stand for a number: all are drawn as one
LiquidParts partsOf(const Snapshot& shown, std::size_t materials, bool plain);

}  // namespace ooze
