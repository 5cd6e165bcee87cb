// Two worlds in one window: which of them panels and tools mean, and a picture of each.
#include "app/window/window_session.h"
#include "ui/panels/compare_bar.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

constexpr float kStepBack = 1.35f;  // of the camera's distance

}  // namespace

// Takes over what the worlds have published.
void WindowSession::followWorlds() {
  const bool before = compared_.active();
  compared_.setActive(state_.comparing);
  compared_.follow();
  state_.comparing = compared_.active();
  // Half as wide a view shows less: some steps back, and forward again at the end.
  if (before != compared_.active()) {
    ++steadyFrom_;  // the second has no frames behind it, and both are to look alike
    camera_.zoom(before ? 1.f / kStepBack : kStepBack, {0.f, 0.f},
                 viewRect_.width / std::max(viewRect_.height, 1.f));
  }
  for (Message& message : compared_.takeMessages()) say(std::move(message));
  if (secondPictures_)
    for (Message& message : secondPictures_->takeMessages()) say(std::move(message));
  takeView();
}

void WindowSession::takeView() {
  view_ = compared_.active() ? compared_.focusedView() : simulation_.view();
  if (!view_.snapshot) return;
  live_ = liveValues(*view_.snapshot, view_.pending);
  showSnapshot();
}

// A press in the other view means the world that is there.
void WindowSession::focusSideAt(const Vec2& position) {
  const std::size_t other = 1 - compared_.focus();
  if (!compared_.active() || pointer_.dragging() || !compared_.view(other).snapshot) return;
  const ui::ViewRect before = std::exchange(viewRect_, ui::halfOf(gui_.theme(), wholeView_, other));
  if (!inView(position)) {
    viewRect_ = before;
    return;
  }
  compared_.setFocus(other);
  takeView();
}

PictureThread& WindowSession::picturesOf(std::size_t side) {
  if (!compared_.active() || side != compared_.secondSide()) return pictures_;
  if (!secondPictures_)
    secondPictures_ = std::make_unique<PictureThread>(window_.handle(), [] { GlfwWindow::wake(); });
  return *secondPictures_;
}

// @param wanted  the picture of the world that panels show
void WindowSession::requestPictures(PictureRequest wanted) {
  const auto request = [this](std::size_t side, PictureRequest picture) {
    if (picture.snapshot && picture.settings.size.x > 0 && picture.settings.size.y > 0)
      picturesOf(side).request(std::move(picture));
  };
  if (!compared_.active()) return request(1, std::move(wanted));
  const std::size_t other = 1 - compared_.focus();
  PictureRequest beside =
      pictureIn(ui::halfOf(gui_.theme(), wholeView_, other), compared_.view(other).snapshot);
  beside.passing = wanted.passing;
  request(compared_.focus(), std::move(wanted));
  request(other, std::move(beside));
}

void WindowSession::showPictures() {
  const auto show = [](PictureThread& pictures, const RenderSettings& settings) {
    if (settings.size.x > 0 && settings.size.y > 0) pictures.show(settings.origin, settings.size);
  };
  if (!compared_.active()) return show(pictures_, picture().settings);
  for (const std::size_t side : {0, 1})
    if (compared_.view(side).snapshot)
      show(picturesOf(side), pictureIn(ui::halfOf(gui_.theme(), wholeView_, side), nullptr).settings);
}

}  // namespace ooze
