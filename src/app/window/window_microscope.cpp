// How the window looks inside a step: it asks for the record, and shows what was chosen of it.
#include "app/window/window_session.h"
#include "ui/microscope.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

constexpr float kLowestStrip = 250.f;  // in which its table can be read [design pixels]
constexpr float kCloseUp = 3.4f;       // height of the view round the particle [h]

}  // namespace

void WindowSession::toggleMicroscope() {
  state_.microscopeOn = !state_.microscopeOn;
  if (!state_.microscopeOn) {
    // The strip becomes what it was, unless the user has made it something else meanwhile.
    if (state_.bottomTab == ui::kMicroscopeTab) state_.bottomTab = stripBefore_.tab;
    if (state_.bottomHeight == kLowestStrip) state_.bottomHeight = stripBefore_.height;
    return;
  }
  stripBefore_ = {state_.bottomTab, state_.bottomHeight};
  state_.panelsVisible = state_.bottomVisible = true;
  state_.bottomTab = ui::kMicroscopeTab;
  state_.bottomHeight = std::max(state_.bottomHeight, kLowestStrip);
}

void WindowSession::moveStage(int by) {
  if (const StepRecord* record = ui::shownRecord(view_, state_.microscopeOn))
    ui::moveStage(state_.microscope, *record, by);
}

// After showSnapshot(): the liquid as it is within the step takes the place of the world's in the picture.
void WindowSession::followMicroscope() {
  simulation_.inspect(state_.microscopeOn && !view_.status.playing, state_.microscope.particle);
  const StepRecord* record = ui::shownRecord(view_, state_.microscopeOn);
  if (record) {
    const MicroscopeShot now{view_.stepRecord, ui::shownStage(state_.microscope, *record),
                             state_.microscope.closeUp, shownSnapshot_};
    if (!(now == microscopeShot_)) {
      microscopeShot_ = now;
      microscopeSnapshot_ = ui::microscopeSnapshot(state_.microscope, *record, *shownSnapshot_);
    }
  } else {
    microscopeShot_ = {};
    microscopeSnapshot_.reset();
  }
  followCloseUp(record);
}

// The camera comes near when a close-up begins, and goes back when it ends.
void WindowSession::followCloseUp(const StepRecord* record) {
  const ui::MicroscopeState& state = state_.microscope;
  const bool close = record && state.closeUp && ui::shownDetails(state, *record);
  if (close && nearTo_ != state.particle) {
    if (!nearTo_) cameraBefore_ = camera_;
    nearTo_ = state.particle;
    const Vec3 at = *ui::positionAfter(*record, ui::shownStage(state, *record), *state.particle);
    CameraSpec spec = camera_.spec();
    const Vec3 back = glm::normalize(spec.eye - spec.target);
    const float half = 0.5f * kCloseUp * record->interactionRadius;
    spec.target = at;
    spec.eye = at + half / std::tan(0.5f * glm::radians(spec.fieldOfView)) * back;
    camera_ = ui::OrbitCamera(spec);
  } else if (nearTo_ && (!state.closeUp || !state.particle || !state_.microscopeOn)) {
    camera_ = cameraBefore_;
    nearTo_.reset();
  }
}

std::optional<WindowNumbers::Microscope> WindowSession::microscopeNumbers() const {
  const StepRecord* record = ui::shownRecord(view_, state_.microscopeOn);
  if (!record) return std::nullopt;
  const std::size_t stage = ui::shownStage(state_.microscope, *record);
  return WindowNumbers::Microscope{std::string(record->stages[stage].note.name), record->step,
                                   state_.microscope.particle};
}

}  // namespace ooze
