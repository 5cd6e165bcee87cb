// When pictures are drawn that share the processor with the simulation.
#pragma once

#include "app/pictures/picture_request.h"

#include <chrono>

namespace ooze {

/// What the user does is seen at once. What the simulation does is seen as often as leaves it its share:
/// after a picture of a new moment comes a rest, in which the view shows that moment, from wherever one
/// looks. Where a graphics card draws, or the simulation stands, there is no rest.
class PicturePace {
 public:
  using Clock = std::chrono::steady_clock;
  /// Of the time that a picture took. Both sides want all cores while one is drawn and get half of them each,
  /// panels take a tenth: this leaves the simulation seven tenths.
  static constexpr double kRest = 1.5;
  /// While the camera moves, in pictures of the moment before: smooth motion needs them more.
  static constexpr double kRestInMotion = 4.0;

  /// @param shares  the processor draws
  explicit PicturePace(bool shares) : shares_(shares) {}

  /// Whether this picture, after the last one, waits for the end of the rest.
  [[nodiscard]] static bool waits(const PictureRequest& wanted, const PictureRequest& last) {
    return areOfAnotherMoment(wanted, last);
  }
  [[nodiscard]] Clock::time_point restsUntil() const { return restsUntil_; }
  /// What is drawn of a wish now, after the last picture.
  [[nodiscard]] PictureRequest drawnNow(PictureRequest wanted, const PictureRequest& last,
                                        Clock::time_point now) const;
  /// A picture was drawn. @param last  the one before; null: none
  void drawn(const PictureRequest& picture, const PictureRequest* last, Clock::time_point begin,
             Clock::time_point end);

 private:
  bool shares_;
  Clock::time_point restsUntil_{};
};

}  // namespace ooze
