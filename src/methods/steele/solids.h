// What solids do to the liquid: adhesion from a distance, contact and friction at the surface (Steele et al.
// 2004, boundaries).
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include "liquid/body_coupling.h"
#include "methods/steele/adhesion.h"
#include "methods/steele/object_particles.h"

#include <span>
#include <vector>

namespace ooze::steele {

/// What holds between the particles of a material and a body.
struct Attachment {
  float slip;              ///< f: part of the relative velocity kept in 1/30 s [1]
  AdhesionCurve adhesion;  ///< to its object particles
};

/// By material and body.
class Attachments {
 public:
  Attachments() = default;
  Attachments(std::size_t bodies, std::vector<Attachment> contacts)
      : bodies_(bodies), contacts_(std::move(contacts)) {}
  [[nodiscard]] const Attachment& of(std::size_t material, std::size_t body) const {
    return contacts_[material * bodies_ + body];
  }
  [[nodiscard]] float reach() const;  ///< of the longest adhesion [radii]
  [[nodiscard]] float stiffness() const;

 private:
  std::size_t bodies_ = 0;
  std::vector<Attachment> contacts_;
};

/// What the liquid's adhesion does to a body: about its centre of mass.
struct BodyPull {
  glm::dvec3 force{0.0};   ///< [N]
  glm::dvec3 torque{0.0};  ///< [N m]
};

class SolidAdhesion {
 public:
  /// Adds the pull of object particles to `acceleration`.
  /// @param masses  by material
  void act(const Particles& particles, const Bodies& bodies, const Attachments& contacts,
           const ObjectParticles& objects, float radius, std::span<const LiquidMass> masses,
           Vec3Array& acceleration, const Threads& threads);
  /// What dynamic bodies were pulled by in turn, by body; a departure from Steele et al. 2004, where solids
  /// feel nothing.
  [[nodiscard]] std::span<const BodyPull> pulls() const { return pulls_; }

 private:
  std::vector<BodyPull> pulls_, found_;  ///< found_: by chunk of particles and body
};

/// Contact begins this much farther out than where the liquid is stopped, in radii (5 % of both radii).
inline constexpr float kContactTolerance = 0.1f;

/// Dynamic bodies are touched from this far [radii]: half of how far settled neighbours are apart
/// (adhesion.cpp), so that a body displaces its own volume. At one radius balls of 1.5 h float a tenth of it
/// too deep.
inline constexpr float kDynamicContact = 1.125f;

/// Friction takes its part of the velocity relative to each solid in contact that is not dynamic, approach
/// ends, and what is within a radius of it is moved out. Solids stand where they are after `part` of the
/// step: so a fast one meets the liquid and does not leap over it.
void meetSolids(Particles& particles, const Bodies& bodies, const Attachments& contacts, float radius,
                float dt, float part, const Threads& threads);

/// The liquid's part of the coupling: velocities lose to dynamic bodies what these have gained from them
/// (body_coupling.h), and none by what the bodies' move then leads to, so that momentum is kept.
void takeFromBodies(Particles& particles, const Bodies& bodies, const SolidContact& contact, float dt,
                    const Threads& threads);

}  // namespace ooze::steele
