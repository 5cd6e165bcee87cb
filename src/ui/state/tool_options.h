// Options of the mouse tools. Lengths without a chosen value scale with the liquid's interaction radius h.
#pragma once

#include "ooze/world/snapshot.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace ooze::ui {

/// A length that the user may choose, with a default and limits relative to the interaction radius h.
struct ToolLength {
  std::optional<float> chosen;  ///< length chosen by the user [m]; unset: `usual`
  float usual;                  ///< default length [h]
  float least, most;            ///< limits of the length [h]

  /// Returns the length for this world, clamped to its limits. A length chosen in another scene may lie
  /// outside.
  /// @return length [m]
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
  ToolLength brush{{}, 2.5f, 1.f, 40.f};     ///< brush radius of push, freeze, erase and suction
  ToolLength nozzle{{}, 0.8f, 0.5f, 15.f};   ///< radius of the pour tool's nozzle
  ToolLength height{{}, 6.f, 2.f, 80.f};     ///< height of that nozzle above the surface below
  ToolLength collider{{}, 2.f, 0.5f, 25.f};  ///< half size of a collider
  float pourSpeed = 0.8f;                    ///< speed of poured liquid at the nozzle [m/s]
  float push = 40.f;                         ///< acceleration at the centre of the brush [m/s^2]
  float part = 0.3f;                         ///< speed at which the sides of a cut move apart [m/s]
  std::size_t colliderShape = 0;             ///< index into dropShapes()
};

}  // namespace ooze::ui
