// Draws simpler when drawing takes too long, so that the window stays quick on any machine.
#pragma once

#include <cstddef>

namespace ooze {

/// How good the picture may be at present, from how long the last ones took.
class QualityGovernor {
 public:
  struct Level {
    int quality;
    float scale;
    const char* note;  ///< "" at full quality
  };

  explicit QualityGovernor(bool software);
  [[nodiscard]] const Level& level() const;
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
