#include "app/pictures/render_pacing.h"

namespace ooze {

PictureRequest RenderPacing::pictureToDrawNow(PictureRequest wanted, const PictureRequest& last,
                                              Clock::time_point now) const {
  // Keep the last moment: a new moment needs a new surface, which costs as much as the rest of a picture.
  if (now < restsUntil_ && wanted.playing && differOnlyInMomentAndView(wanted, last)) {
    wanted.scene = last.scene;
    wanted.snapshot = last.snapshot;
    wanted.settings.quantityScale = last.settings.quantityScale;
  }
  return wanted;
}

void RenderPacing::drawn(const PictureRequest& picture, const PictureRequest* last, Clock::time_point begin,
                         Clock::time_point end) {
  if (last && picture.snapshot == last->snapshot) return;
  restsUntil_ = {};
  if (!shares_ || !picture.playing) return;
  const double rest = last && !waits(picture, *last) ? kRestInMotion : kRest;
  restsUntil_ = end + std::chrono::duration_cast<Clock::duration>(rest * (end - begin));
}

}  // namespace ooze
