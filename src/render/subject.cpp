#include "render/subject.h"

#include "render/front_layers.h"
#include "render/looks.h"

namespace ooze {
namespace {

/// Of liquid that the sun shines through before it falls on something [m].
constexpr float kTypicalDepth = 0.015f;
/// So few particles are drawn in no time, even in software.
constexpr std::size_t kFew = 1500;

Vec3 tintBehindLiquid(const Snapshot& snapshot, const RenderSettings& settings) {
  const bool smooth = settings.view == View::Liquid || settings.view == View::Surface;
  const bool clear = smooth && settings.quantity == Quantity::Look;
  if (!clear || snapshot.materials.empty()) return Vec3(0.f);
  const MaterialDefinition& material = snapshot.materials.front();
  const LookRow& look = lookRows()[lookIndex(material.look)];
  const Vec3 albedo = glm::clamp(linearColour(material.colour), 0.004f, 0.96f);
  // Beer and Lambert, as liquid.frag has it.
  return 0.75f * look.clear * glm::pow(albedo, Vec3(look.absorption * kTypicalDepth));
}

/// In interaction radii.
float surfaceCell(const RenderSettings& settings) {
  if (settings.view != View::Surface) return 0.f;
  return settings.quality <= 0 ? 0.5f : settings.quality == 1 ? 0.34f : 0.25f;
}

}  // namespace

void Subject::take(const std::shared_ptr<const Snapshot>& snapshot, const RenderSettings& settings) {
  const float cell = surfaceCell(settings);
  if (snapshot == snapshot_ && settings.view == view_ && settings.quantity == quantity_ &&
      settings.quantityScale == quantityScale_ && cell == cell_)
    return;
  if (snapshot != snapshot_) {
    bounds_ = visibleBounds(*snapshot);
    floor_ = findFloor(*snapshot);
  }
  ++version_;
  snapshot_ = snapshot;
  view_ = settings.view;
  quantity_ = settings.quantity;
  quantityScale_ = settings.quantityScale;
  cell_ = cell;
  tintBehind_ = tintBehindLiquid(*snapshot, settings);
  if (view_ == View::Surface)
    surface_.make(*snapshot, settings, cell);
  else
    particles_.upload(*snapshot, settings);
}

void Subject::showFront(const FrameBlock& frame) {
  if (view_ == View::Surface) return;
  if (view_ == View::Points || snapshot_->positions.size() < kFew) return particles_.showAll();
  particles_.show(frontLayers(snapshot_->positions, frame, drawnSpacing(*snapshot_)));
}

}  // namespace ooze
