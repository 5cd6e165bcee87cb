#include "app/window/world_view_model.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

bool sameNozzles(const std::vector<EmitterSpec>& a, const std::vector<EmitterSpec>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const EmitterSpec& x, const EmitterSpec& y) {
    return x.position == y.position && x.direction == y.direction && x.radius == y.radius &&
           x.enabled == y.enabled;
  });
}

}  // namespace

void WorldViewModel::take(SessionView view) {
  view_ = std::move(view);
  if (!view_.snapshot) return;
  live_ = liveValues(*view_.snapshot, view_.pending);
  placeNozzles();
}

// Applies pending nozzle moves to the snapshot while paused, so that a moved nozzle is drawn at its new
// position.
void WorldViewModel::placeNozzles() {
  const auto placed = [this](const Snapshot& s) { return sameNozzles(s.emitters, live_.emitters); };
  if (view_.status.moves() || placed(*view_.snapshot)) {
    snapshot_ = view_.snapshot;
  } else if (!snapshot_ || snapshot_->step != view_.snapshot->step || !placed(*snapshot_)) {
    auto moved = std::make_shared<Snapshot>(*view_.snapshot);
    moved->emitters = live_.emitters;
    snapshot_ = std::move(moved);
  }
}

}  // namespace ooze
