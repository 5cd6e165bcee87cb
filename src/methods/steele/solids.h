// Interaction of solids with the liquid: adhesion at a distance, contact and friction at the surface (Steele
// et al. 2004, boundaries).
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include "liquid/body_coupling.h"
#include "liquid/boundary_samples.h"
#include "methods/steele/adhesion.h"

#include <span>
#include <vector>

namespace ooze::steele {

/// A boundary particle just inside the surface of a solid.
struct ObjectParticle {
  Vec3 at;      ///< position in the body's frame [m]
  float share;  ///< surface area that the particle represents, in squares of two liquid radii [1]
};

/// One layer of boundary particles inside the surface of every solid. Departs from Steele et al. 2004 in two
/// ways. Object particles cause adhesion only, while contact uses the surface itself , which has no
/// gaps. Each particle is weighted by the surface that it represents, so that a rotated solid attracts
/// equally.
class ObjectParticles : public BoundarySamples<ObjectParticle> {
 public:
  /// @param radius  radius of a liquid particle [m]
  explicit ObjectParticles(float radius);
};

/// Contact properties of a material at a body.
struct SolidInteraction {
  float slip;              ///< fraction f of the velocity relative to the solid that is kept in 1/30 s [1]
  AdhesionCurve adhesion;  ///< adhesion to the body's object particles
};

/// Contact properties by material and body.
class SolidInteractions {
 public:
  SolidInteractions() = default;
  SolidInteractions(std::size_t bodies, std::vector<SolidInteraction> contacts)
      : bodies_(bodies), contacts_(std::move(contacts)) {}
  [[nodiscard]] const SolidInteraction& of(std::size_t material, std::size_t body) const {
    return contacts_[material * bodies_ + body];
  }
  [[nodiscard]] float reach() const;  ///< longest reach of all adhesion functions [radii]
  [[nodiscard]] float stiffness() const;

 private:
  std::size_t bodies_ = 0;
  std::vector<SolidInteraction> contacts_;
};

/// Force and torque of the liquid's adhesion on a body, about the body's centre of mass.
struct SolidPull {
  glm::dvec3 force{0.0};   ///< force on the body [N]
  glm::dvec3 torque{0.0};  ///< torque on the body about its centre of mass [N m]
};

/// Adhesion between liquid particles and the object particles of solids.
class SolidAdhesion {
 public:
  /// Adds the attraction by object particles to `acceleration` [m/s^2].
  /// @param masses  particle masses by material
  void act(const Particles& particles, const Bodies& bodies, const SolidInteractions& contacts,
           const ObjectParticles& objects, float radius, std::span<const LiquidMass> masses,
           Vec3Array& acceleration, const Threads& threads);
  /// Returns the reaction on dynamic bodies, by body. Departs from Steele et al. 2004, where solids feel no
  /// force.
  [[nodiscard]] std::span<const SolidPull> reactions() const { return pulls_; }

 private:
  std::vector<SolidPull> pulls_, found_;  ///< reactions by body; partial sums by chunk of particles and body
};

/// Tolerance by which the contact range exceeds the distance at which liquid is stopped [radii] (5 % of both
/// radii).
inline constexpr float kContactTolerance = 0.1f;

/// Contact distance from dynamic bodies [radii]. The value is half the distance of settled neighbours
/// (adhesion.cpp), so that a body displaces its own volume. With one radius bodies would float too deep
/// (README.md, Measurements).
inline constexpr float kDynamicContact = 1.125f;

/// Resolves contacts with solids that are not dynamic: applies friction, removes the approach velocity and
/// moves particles out to one radius. Solids are posed at the fraction `part` of the step, so that a fast
/// solid meets the liquid instead of jumping over it.
void resolveSolidContacts(Particles& particles, const Bodies& bodies, const SolidInteractions& contacts,
                          float radius, float dt, float part, const Threads& threads);

/// Applies the liquid's part of the coupling with dynamic bodies. Particles lose the momentum that the bodies
/// have gained (body_coupling.h). The later movement of the bodies changes no velocity, so that momentum is
/// conserved.
void applyBodyReactions(Particles& particles, const Bodies& bodies, const SolidContact& contact, float dt,
                        const Threads& threads);

}  // namespace ooze::steele
