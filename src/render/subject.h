// What of a picture depends on its snapshot alone, kept from picture to picture.
#pragma once

#include "ooze/world/snapshot.h"

#include "render/drawn_surface.h"
#include "render/droplet_buffer.h"
#include "render/frame_block.h"
#include "render/liquid_parts.h"
#include "render/looks.h"
#include "render/particle_buffer.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ooze {

/// A camera that moves round a paused scene makes none of this anew.
class Subject {
 public:
  /// Makes ready what pictures of this snapshot need, unless it is already.
  void take(const std::shared_ptr<const Snapshot>& snapshot, const RenderSettings& settings);

  /// All particles are to be drawn.
  void showAll() { particles_.showAll(); }
  /// Only particles that nothing hides from this camera are to be drawn.
  void showFront(const FrameBlock& frame);

  /// Another number whenever take() has made something anew; never 0.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  [[nodiscard]] const Aabb& bounds() const { return bounds_; }
  [[nodiscard]] const Floor& floor() const { return floor_; }
  [[nodiscard]] const ParticleBuffer& particles() const { return particles_; }
  [[nodiscard]] const DrawnSurface& surface() const { return surface_; }
  /// About how many triangles the surface has where the cells of its grid are this wide [h]; unset where no
  /// surface is drawn.
  [[nodiscard]] std::optional<std::size_t> trianglesAt(float cell) const;
  [[nodiscard]] std::span<const LookRow> looks() const { return parts_.looks.rows; }
  [[nodiscard]] const LiquidParts& parts() const { return parts_; }
  [[nodiscard]] const DropletBuffer& droplets() const { return droplets_; }
  /// What is left of white light behind the liquid, on average over its materials.
  [[nodiscard]] const Vec3& tintBehind() const { return tintBehind_; }

 private:
  std::shared_ptr<const Snapshot> snapshot_;  // held, so that its address is not used again
  View view_ = View::Liquid;
  Field quantity_ = kLookField;
  std::optional<QuantityScale> quantityScale_;
  std::uint64_t version_ = 0;
  Aabb bounds_;
  Floor floor_;
  Vec3 tintBehind_{0.f};
  LiquidParts parts_;
  float cell_ = 0.f;  ///< of the surface, in interaction radii; 0: there is none
  ParticleBuffer particles_;
  DrawnSurface surface_;
  DropletBuffer droplets_;
};

}  // namespace ooze
