// Draws simpler when drawing takes too long, so that the window stays quick on any machine.
#pragma once

#include "render/render_settings.h"

#include <cstddef>
#include <string>

namespace ooze {

/// How well a picture is drawn; as it stands: as well as can be.
struct QualityLevel {
  int quality = 2;
  bool occlusion = true;
  float scale = 1.f;
  bool operator==(const QualityLevel&) const = default;
};

/// What was left out, as "fewer samples, no soft shade in corners", or "".
std::string inWords(const QualityLevel& level, View view);

/// How good the picture may be at present, from how long the last ones took.
class QualityGovernor {
 public:
  explicit QualityGovernor(bool software);
  [[nodiscard]] const QualityLevel& level() const;
  /// @param milliseconds  that the picture just drawn took
  void drawn(double milliseconds);

 private:
  double limit_;  ///< [ms]
  std::size_t index_;
  int slow_ = 0, quick_ = 0;
  int patience_ = 40;  ///< quick pictures before a better level is tried; grows when that was a mistake
  bool justImproved_ = false;
};

}  // namespace ooze
