#include "render/snapshot_render_data.h"

#include "render/looks.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ooze {
namespace {

/// Fewer particles are drawn without occlusion culling, because drawing them is fast even in software.
constexpr std::size_t kFew = 1500;

/// Returns the mean transmittance of white light through the liquid, from a sample of the particles.
Vec3 meanTransmittance(const Snapshot& snapshot, const RenderSettings& settings) {
  const bool smooth = settings.view == View::Liquid || isSurface(settings.view);
  const bool clear = smooth && settings.quantity == kLookField;
  const std::size_t count = snapshot.particleMaterials.size(), stride = 1 + count / 1024;
  if (!clear || count == 0) return Vec3(0.f);
  std::vector<float> shares(snapshot.materials.size(), 0.f);
  float sum = 0.f;
  for (std::size_t i = 0; i < count; i += stride) shares[snapshot.particleMaterials[i]] += 1.f, sum += 1.f;
  Vec3 tint(0.f);
  for (std::size_t i = 0; i < shares.size(); ++i)
    if (shares[i] > 0.f) tint += shares[i] / sum * transmittance(snapshot.materials[i]);
  return tint;
}

/// Returns the cell width of the marching cubes grid in interaction radii; 0 for views without a surface.
/// Cells must be finer than a resting film (1/3) and a lone drop (0.35): cells of 0.36 missed both wherever
/// no grid node lay inside.
float surfaceCell(const RenderSettings& settings) {
  if (!isSurface(settings.view)) return 0.f;
  return settings.quality <= 1 ? 0.3f : 0.25f;
}

}  // namespace

void SnapshotRenderData::take(const std::shared_ptr<const Snapshot>& snapshot,
                              const RenderSettings& settings) {
  const float cell = surfaceCell(settings);
  if (snapshot == snapshot_ && settings.view == view_ && settings.quantity == quantity_ &&
      settings.quantityScale == quantityScale_ && settings.layers == layers_ && cell == cell_)
    return;
  if (snapshot != snapshot_) {
    bounds_ = visibleBounds(*snapshot);
    floor_ = findFloor(*snapshot);
    droplets_.upload(*snapshot);
  }
  ++version_;
  snapshot_ = snapshot;
  view_ = settings.view;
  quantity_ = settings.quantity;
  quantityScale_ = settings.quantityScale;
  layers_ = settings.layers;
  cell_ = cell;
  // Frost is shown only in the liquid's own colours: colours of a quantity must show the quantity alone.
  const std::shared_ptr<const Snapshot> shown =
      settings.quantity == kLookField ? frosted(snapshot) : snapshot;
  const bool plain = settings.quantity != kLookField;
  parts_ = isSurface(view_) ? divideIntoParts(*shown, snapshot->materials.size(), plain) : LiquidParts{};
  if (!isSurface(view_)) parts_.looks = listLooks(shown->materials, plain);
  tintBehind_ = meanTransmittance(*shown, settings);
  if (isSurface(view_))
    surface_.make(*shown, settings, cell, parts_);
  else
    particles_.upload(*shown, settings);
}

std::optional<std::size_t> SnapshotRenderData::trianglesAt(float cell) const {
  if (cell_ <= 0.f) return std::nullopt;
  const double finer = static_cast<double>(cell_) / static_cast<double>(cell);
  return static_cast<std::size_t>(static_cast<double>(surface_.triangles()) * finer * finer);
}

void SnapshotRenderData::cullHiddenParticles(const FrameBlock& frame) {
  if (isSurface(view_)) return;
  if (view_ == View::Points || snapshot_->positions.size() < kFew) return particles_.showAll();
  particles_.show(findVisibleParticles(snapshot_->positions, frame, drawnSpacing(*snapshot_)));
}

}  // namespace ooze
