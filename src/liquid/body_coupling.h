// Two-way coupling: the effect of a particle liquid on dynamic rigid bodies.
// Source: Clavet 2005, section 6, Algorithm 6, steps 1 and 2. Step 3, the collision response of the
// particles, follows in solid_contact.h.
#pragma once

#include "liquid/gap_pressure.h"
#include "liquid/solid_contact.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// A particle in contact with a dynamic body, or attracted to it by stickiness.
struct BodyContact {
  Vec3 arm;          ///< offset from the body's centre of mass to the particle [m]
  Vec3 normal;       ///< unit normal out of the body
  Vec3 velocity;     ///< velocity of the particle [m/s]
  float mass;        ///< mass of the particle [kg]
  float friction;    ///< part of the tangential velocity that friction removes in this time step [1]
  float attraction;  ///< impulse of stickiness per particle mass (Clavet 2005, eq. 12); 0 in contact [m/s]
  std::uint32_t body;
  bool pushes;           ///< true if the particle approaches and is pushed out
  bool samplesPressure;  ///< true if the particle's push is a sample of the liquid's pressure
};

/// The particle mass and the density of one material.
struct LiquidMass {
  float particle;  ///< mass of one particle [kg]
  float density;   ///< density of the material [kg/m^3]
};

/// Returns the angular velocity that a body gains by an angular impulse about its centre of mass [rad/s].
/// @param impulse  angular impulse [N m s]
Vec3 turnGained(const Body& body, const glm::dvec3& impulse);

/// The state of the liquid at the end of a time step, as input of the coupling.
struct CoupledLiquid {
  const Particles& particles;
  const Vec3Array& previous;  ///< positions at the start of the time step [m]
  const SolidContact& contact;
  std::span<const LiquidMass> masses;  ///< particle mass and density of each material, indexed by material
};

/// Applies the forces of a particle liquid to dynamic bodies.
class BodyCoupling {
 public:
  /// Updates the velocities of dynamic bodies and marks those that touch liquid as wet.
  /// Contacts, stickiness, gravity and the mouse spring all act together in one implicit solve.
  /// @param dt       length of the time step [s]
  /// @param gravity  gravitational acceleration [m/s^2]
  void couple(float dt, const Threads& threads, Bodies& bodies, const Vec3& gravity,
              const CoupledLiquid& liquid);

 private:
  void findContacts(float dt, const Threads& threads, const Bodies& bodies, const CoupledLiquid& liquid);
  /// Finds the gaps between a body and other solids that are too narrow for particles.
  /// Also finds the liquid beside each gap and the contacts that lie in a gap.
  void findClosedGaps(const Threads& threads, const Bodies& bodies, const CoupledLiquid& liquid);

  std::vector<BodyContact> contacts_;  ///< contacts found in the last call of couple()
  /// Contacts found by each chunk of the parallel loop, before they are joined to `contacts_`.
  std::vector<std::vector<BodyContact>> contactChunks_;
  BodyBoxes boxes_;   ///< bounding boxes of dynamic bodies
  GapPressure gaps_;  ///< pressure in narrow gaps between bodies, from the last call of couple()
};

}  // namespace ooze
