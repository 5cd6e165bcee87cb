// Contact of a liquid's particles with solids: Clavet 2005, section 6, Algorithm 6, step 3.
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

/// What the materials of a liquid do at solids, and the stage that does it.
class SolidContact {
 public:
  explicit SolidContact(const ContactDistances& distances) : distances_(distances) {}

  /// One for each material; a particle's material is an index into them.
  void setMaterials(std::span<const ContactCoefficients> materials) {
    materials_.assign(materials.begin(), materials.end());
  }
  [[nodiscard]] const ContactDistances& distances() const { return distances_; }
  [[nodiscard]] const ContactCoefficients& of(std::uint16_t material) const { return materials_[material]; }

  /// No particle farther from a solid than this touches it or is drawn to it [m].
  [[nodiscard]] float reach(const Bodies& bodies) const;

  /// Meets the solids where they now are and as if they had infinite inertia, eq. 9 to 12: approach is
  /// cancelled, friction taken, what is near drawn to sticky solids; what is inside is put out, and what has
  /// passed through something thin is put back at its first face. What is frozen stays.
  /// @param particles  their positions at the end of the step
  /// @param previous   and at its beginning [m]: these move along where a particle is to gain no speed
  /// @param seen  what they found near in this step, if they looked
  void resolve(float dt, const Threads& threads, const Bodies& bodies, Particles& particles,
               Vec3Array& previous, const NearBodies* seen = nullptr);

 private:
  class Stage;

  ContactDistances distances_;
  std::vector<ContactCoefficients> materials_;
  BodyBoxes boxes_;  ///< of the last step's solids
};

}  // namespace ooze
