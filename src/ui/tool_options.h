// What the tools of the mouse are set to. Lengths that nobody chose follow the liquid's interaction radius h.
#pragma once

#include "ooze/world/snapshot.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace ooze::ui {

/// A length that the user may choose.
struct ToolLength {
  std::optional<float> chosen;  ///< [m]
  float usual;                  ///< [h]
  float least, most;            ///< [h]

  /// @return [m]; what was chosen in another scene stays within what makes sense in this one
  [[nodiscard]] float in(const Snapshot& snapshot) const {
    const float h = snapshot.interactionRadius;
    return std::clamp(chosen.value_or(usual * h), least * h, most * h);
  }
  void scale(const Snapshot& snapshot, float factor) {
    chosen = in(snapshot)*factor;
    chosen = in(snapshot);
  }
};

struct ToolOptions {
  ToolLength brush{{}, 2.5f, 1.f, 40.f};     ///< radius of what pushes, freezes, erases and sucks
  ToolLength nozzle{{}, 0.8f, 0.5f, 15.f};   ///< radius of the nozzle that pours
  ToolLength height{{}, 6.f, 2.f, 80.f};     ///< of that nozzle above what it pours on
  ToolLength collider{{}, 2.f, 0.5f, 25.f};  ///< from its middle to its side
  float pourSpeed = 0.8f;                    ///< [m/s]
  float push = 40.f;                         ///< at the middle of the brush [m/s^2]
  float part = 0.3f;                         ///< how fast the sides of a cut part [m/s]
  std::size_t colliderShape = 0;             ///< of dropShapes()
};

}  // namespace ooze::ui
