// Frame pacing for software rendering, which shares the processor with the simulation.
#pragma once

#include "app/pictures/picture_request.h"

#include <chrono>

namespace ooze {

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
  Clock::time_point restsUntil_{};
};

}  // namespace ooze
