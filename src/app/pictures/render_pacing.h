// Adapts the drawing of the view to the speed of the machine: simpler pictures when drawing takes too long,
// and rests beside a simulation on the same processor.
#pragma once

#include "app/pictures/picture_request.h"
#include "render/render_settings.h"

#include <chrono>
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

/// Chooses when to draw. User input is shown at once. A new moment of the simulation is followed by a rest,
/// so that the simulation keeps its share of the processor; during the rest the view shows that moment from
/// any camera position. With a graphics card or a paused simulation, pictures need no rest.
class RenderPacing {
 public:
  using Clock = std::chrono::steady_clock;
  /// Rest after a picture, as a multiple of the picture's duration. Drawing and simulation share the cores
  /// while a picture is drawn, and the panels need some time too; this rest leaves most of the processor to
  /// the simulation.
  static constexpr double kRest = 1.5;
  /// Rest while the camera moves, when smooth camera motion matters more than new moments.
  static constexpr double kRestInMotion = 4.0;
  /// Cost that the first picture of a scene is expected to have at most, besides work that is done once, such
  /// as compiling shaders. One-time work is followed by no rest, because the picture would fall seconds
  /// behind.
  static constexpr std::chrono::milliseconds kFirstCost{50};
  /// Factor by which the expected cost grows at most from picture to picture.
  static constexpr int kCostGrowth = 2;

  /// @param shares  whether the processor draws (software rendering)
  explicit RenderPacing(bool shares) : shares_(shares) {}

  /// Returns whether this picture waits for the end of the rest after the last picture.
  [[nodiscard]] static bool waits(const PictureRequest& wanted, const PictureRequest& last) {
    return differOnlyInMoment(wanted, last);
  }
  [[nodiscard]] Clock::time_point restsUntil() const { return restsUntil_; }
  /// Returns the picture to draw now for a request, given the last picture.
  [[nodiscard]] PictureRequest pictureToDrawNow(PictureRequest wanted, const PictureRequest& last,
                                                Clock::time_point now) const;
  /// Records a finished picture and starts the rest. @param last  the previous picture; null if none
  void drawn(const PictureRequest& picture, const PictureRequest* last, Clock::time_point begin,
             Clock::time_point end);

 private:
  bool shares_;
  Clock::duration usualCost_ = kFirstCost;  ///< cost of the last pictures, without those of one-time work
  Clock::time_point restsUntil_{};
};

}  // namespace ooze
