// What the microscope remembers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ooze::ui {

/// The title of its panel, which is a tab below the view.
inline constexpr const char* kMicroscopeTab = "Microscope";

struct MicroscopeState {
  std::size_t stage = 0;                  ///< of the record
  std::optional<std::uint32_t> particle;  ///< its id
  bool closeUp = false;                   ///< only what is near the particle, as balls and sticks
  float exaggeration = 0.f;               ///< of displacements; 0: so that those of the stage are seen well
};

}  // namespace ooze::ui
