// State of the microscope that persists between frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ooze::ui {

/// Title of the microscope panel, which is a tab below the view.
inline constexpr const char* kMicroscopeTab = "Microscope";

struct MicroscopeState {
  std::size_t stage = 0;                  ///< index into the record's stages
  std::optional<std::uint32_t> particle;  ///< id of the chosen particle; unset: none
  bool closeUp = false;  ///< draws only particles near the chosen particle, as balls and sticks
  /// Scale of displacements; 0: chosen so that the stage's displacements are visible.
  float exaggeration = 0.f;
};

}  // namespace ooze::ui
