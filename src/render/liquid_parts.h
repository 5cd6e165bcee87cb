// Chooses the liquids that get a surface of their own inside a clear liquid (liquids within liquids).
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

/// Divides the liquids of a picture into parts by look. The clearest liquid surrounds the others; each other
/// liquid is an inner part with a surface of its own. Materials that look alike share a part, and frozen
/// liquid belongs to the part of its material. Inner parts beyond LiquidSurfaces::kMost join the last part.
struct LiquidParts {
  struct LiquidPart {
    std::size_t look;  ///< look of the part, an index into looks.rows
    Vec3 albedo;       ///< linear colour of the part
  };
  std::vector<LiquidPart> parts;         ///< parts, surrounding liquid first; empty: all liquids drawn as one
  std::vector<std::uint8_t> ofMaterial;  ///< inner part of each material, an index into parts minus 1;
                                         ///< LiquidSurfaces::kNone: the surrounding liquid
  std::vector<std::uint8_t> ofLook;      ///< inner part of each row of looks, as in ofMaterial
  LookList looks;                        ///< looks of the picture; if divided into parts: a row per material

  [[nodiscard]] bool any() const { return !parts.empty(); }
};

/// Divides the liquids of a snapshot into parts. All liquids are drawn as one if fewer than two liquids look
/// differently, or if none is clear enough to show the others.
/// @param shown      snapshot after frosted() (looks.h): materials of frozen liquid follow the others
/// @param materials  number of materials without the frozen materials
/// @param plain      true: colours stand for a number, and all liquids are drawn as one
LiquidParts divideIntoParts(const Snapshot& shown, std::size_t materials, bool plain);

}  // namespace ooze
