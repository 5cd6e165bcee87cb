// Collision detection and collision response between particles and solids: Clavet 2005, section 6, Algorithm
// 6, step 3.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include "liquid/body_filter.h"
#include "liquid/contact.h"
#include "liquid/near_bodies.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// The contact coefficients of a liquid's materials, and the collision response of its particles to solids.
class SolidContact {
 public:
  explicit SolidContact(const ContactDistances& distances) : distances_(distances) {}

  /// Sets the coefficients of each material; a particle's material is an index into them.
  void setMaterials(std::span<const ContactCoefficients> materials) {
    materials_.assign(materials.begin(), materials.end());
  }
  [[nodiscard]] const ContactDistances& distances() const { return distances_; }
  [[nodiscard]] const ContactCoefficients& of(std::uint16_t material) const { return materials_[material]; }

  /// Returns the greatest distance at which a solid affects a particle, by contact or stickiness [m].
  [[nodiscard]] float reach(const Bodies& bodies) const;

  /// Resolves collisions with solids at their present poses, as if they had infinite inertia (eq. 9 to 12).
  /// Approach is cancelled, friction is applied, and sticky solids attract near particles. Particles inside a
  /// solid are extracted, and particles that passed a thin solid return to its first face. Frozen particles
  /// stay.
  /// @param particles  positions at the end of the time step
  /// @param previous   positions at its start [m]; moved along where a displacement is to give no velocity
  /// @param seen       nearby faces found in this step; may be null
  void resolve(float dt, const Threads& threads, const Bodies& bodies, Particles& particles,
               Vec3Array& previous, const NearBodies* seen = nullptr);

 private:
  class Stage;

  ContactDistances distances_;
  std::vector<ContactCoefficients> materials_;
  BodyBoxes boxes_;  ///< bounding boxes of the last step's solids
};

}  // namespace ooze
