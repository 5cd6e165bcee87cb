#include "app/pictures/picture_pace.h"

namespace ooze {

PictureRequest PicturePace::drawnNow(PictureRequest wanted, const PictureRequest& last,
                                     Clock::time_point now) const {
  // Keep the last moment: a new moment needs a new surface, which costs as much as the rest of a picture.
  if (now < restsUntil_ && wanted.playing && areSeenFromElsewhere(wanted, last)) {
    wanted.scene = last.scene;
    wanted.snapshot = last.snapshot;
    wanted.settings.quantityScale = last.settings.quantityScale;
  }
  return wanted;
}

void PicturePace::drawn(const PictureRequest& picture, const PictureRequest* last, Clock::time_point begin,
                        Clock::time_point end) {
  if (last && picture.snapshot == last->snapshot) return;
  restsUntil_ = {};
  if (!shares_ || !picture.playing) return;
  const double rest = last && !waits(picture, *last) ? kRestInMotion : kRest;
  restsUntil_ = end + std::chrono::duration_cast<Clock::duration>(rest * (end - begin));
}

}  // namespace ooze
