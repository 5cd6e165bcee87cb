#include "app/window/microscope_view.h"

#include "ui/overlays/microscope.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

constexpr float kLowestStrip = 250.f;  // lowest height at which the table is legible [design pixels]
constexpr float kCloseUp = 3.4f;       // height of the view around the particle [h]

}  // namespace

const StepRecord* MicroscopeView::record() const {
  return ui::shownRecord(seen_.view(), state_.microscopeOn);
}

void MicroscopeView::toggle() {
  state_.microscopeOn = !state_.microscopeOn;
  if (!state_.microscopeOn) {
    // Restore the bottom strip, unless the user has changed the strip meanwhile.
    if (state_.bottomTab == ui::kMicroscopeTab) state_.bottomTab = stripBefore_.tab;
    if (state_.bottomHeight == kLowestStrip) state_.bottomHeight = stripBefore_.height;
    return;
  }
  stripBefore_ = {state_.bottomTab, state_.bottomHeight};
  state_.panelsVisible = state_.bottomVisible = true;
  state_.bottomTab = ui::kMicroscopeTab;
  state_.bottomHeight = std::max(state_.bottomHeight, kLowestStrip);
}

void MicroscopeView::moveStage(int by) {
  if (const StepRecord* shown = record()) ui::moveStage(state_.microscope, *shown, by);
}

void MicroscopeView::follow() {
  session_.inspect(state_.microscopeOn && !seen_.view().status.moves(), state_.microscope.particle);
  const StepRecord* shown = record();
  if (shown) {
    const MicroscopeFrame now{seen_.view().stepRecord, ui::shownStage(state_.microscope, *shown),
                              state_.microscope.closeUp, seen_.snapshot()};
    if (!(now == shot_)) {
      shot_ = now;
      snapshot_ = ui::microscopeSnapshot(state_.microscope, *shown, *seen_.snapshot());
    }
  } else {
    shot_ = {};
    snapshot_.reset();
  }
  followCloseUp(shown);
}

// Moves the camera near when a close-up begins, and back when the close-up ends.
void MicroscopeView::followCloseUp(const StepRecord* record) {
  const ui::MicroscopeState& state = state_.microscope;
  const bool close = record && state.closeUp && ui::shownDetails(state, *record);
  if (close && closeUpParticle_ != state.particle) {
    if (!closeUpParticle_) cameraBefore_ = camera_;
    closeUpParticle_ = state.particle;
    const Vec3 at = *ui::positionAfter(*record, ui::shownStage(state, *record), *state.particle);
    CameraSpec spec = camera_.spec();
    const Vec3 back = glm::normalize(spec.eye - spec.target);
    const float half = 0.5f * kCloseUp * record->interactionRadius;
    spec.target = at;
    spec.eye = at + half / std::tan(0.5f * glm::radians(spec.fieldOfView)) * back;
    camera_ = ui::OrbitCamera(spec);
  } else if (closeUpParticle_ && (!state.closeUp || !state.particle || !state_.microscopeOn)) {
    camera_ = cameraBefore_;
    closeUpParticle_.reset();
  }
}

std::optional<WindowNumbers::Microscope> MicroscopeView::numbers() const {
  const StepRecord* shown = record();
  if (!shown) return std::nullopt;
  const std::size_t stage = ui::shownStage(state_.microscope, *shown);
  return WindowNumbers::Microscope{std::string(shown->stages[stage].note.name), shown->step,
                                   state_.microscope.particle};
}

}  // namespace ooze
