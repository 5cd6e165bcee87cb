// Adaptive rendering quality: simplifies pictures when drawing takes too long, so that the window stays
// responsive.
#pragma once

#include "render/render_settings.h"

#include <cstddef>
#include <string>

namespace ooze {

/// Quality of a picture. The default is the best quality.
struct QualityLevel {
  int quality = 2;
  bool occlusion = true;
  float scale = 1.f;
  bool operator==(const QualityLevel&) const = default;
};

/// Describes the omitted effects, as "fewer samples, no ambient occlusion", or returns "".
std::string describeQuality(const QualityLevel& level, View view);

/// Chooses a quality level from the duration of the last pictures.
class QualityGovernor {
 public:
  explicit QualityGovernor(bool software);
  [[nodiscard]] const QualityLevel& level() const;
  /// Records a picture. @param milliseconds  duration of drawing the picture
  void drawn(double milliseconds);

 private:
  double limit_;  ///< longest duration of a picture before the quality drops [ms]
  std::size_t index_;
  int slow_ = 0, quick_ = 0;
  int patience_ = 40;  ///< number of quick pictures before a better level is tried; grows after a failed
                       ///< attempt
  bool justImproved_ = false;
};

}  // namespace ooze
