#include "app/pictures/picture_request.h"

namespace ooze {

bool areSame(const PictureRequest& a, const PictureRequest& b) {
  return areOfAnotherMoment(a, b) && a.snapshot == b.snapshot &&
         a.settings.quantityScale == b.settings.quantityScale;
}

bool areOfAnotherMoment(const PictureRequest& a, const PictureRequest& b) {
  return areSeenFromElsewhere(a, b) && a.camera.eye == b.camera.eye && a.camera.target == b.camera.target &&
         a.camera.fieldOfView == b.camera.fieldOfView && a.settings.size == b.settings.size;
}

bool areSeenFromElsewhere(const PictureRequest& a, const PictureRequest& b) {
  const RenderSettings &s = a.settings, &t = b.settings;
  return s.view == t.view && s.quantity == t.quantity && s.background == t.background &&
         s.panorama == t.panorama && s.light == t.light && s.steadyFrom == t.steadyFrom &&
         s.spray == t.spray && a.quality == b.quality && a.passing == b.passing;
}

}  // namespace ooze
