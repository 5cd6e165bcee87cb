// What a liquid of particles does to dynamic bodies: Clavet 2005, section 6, Algorithm 6, steps 1 and 2,
// before it meets them where they then are (step 3, solid_contact.h).
#pragma once

#include "liquid/closed_gaps.h"
#include "liquid/solid_contact.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// A particle in contact with a dynamic body, or drawn to it.
struct BodyContact {
  Vec3 arm;          ///< from the body's centre of mass to the particle [m]
  Vec3 normal;       ///< out of the body
  Vec3 velocity;     ///< of the particle [m/s]
  float mass;        ///< of the particle [kg]
  float friction;    ///< part of the velocity across that this step takes [1]
  float attraction;  ///< eq. 12, per mass; 0 in contact [m/s]
  std::uint32_t body;
  bool pushes;  ///< it comes nearer and is pushed out
  bool tells;   ///< what it pushes tells of the liquid's pressure
};

/// What the particles of one material weigh.
struct LiquidMass {
  float particle;  ///< [kg]
  float density;   ///< [kg/m^3]
};

/// The liquid at the end of a step, as bodies meet it.
struct CoupledLiquid {
  const Particles& particles;
  const Vec3Array& previous;  ///< where they were at its beginning [m]
  const SolidContact& contact;
  std::span<const LiquidMass> masses;  ///< by material
};

class BodyCoupling {
 public:
  /// Changes the velocities of dynamic bodies by what touches them or is drawn to them, by their weight and
  /// by what pulls them, and says which are wet.
  /// @param dt  [s] @param gravity  [m/s^2]
  void couple(float dt, const Threads& threads, Bodies& bodies, const Vec3& gravity,
              const CoupledLiquid& liquid);

 private:
  void findContacts(float dt, const Threads& threads, const Bodies& bodies, const CoupledLiquid& liquid);
  /// Finds where no particle fits between a body and another solid, what liquid is beside it, and which
  /// contacts lie there.
  void findClosedGaps(const Threads& threads, const Bodies& bodies, const CoupledLiquid& liquid);

  std::vector<BodyContact> contacts_;                    ///< of the last coupling
  std::vector<std::vector<BodyContact>> contactChunks_;  ///< the same, as they are found
  BodyBoxes boxes_;                                      ///< of dynamic bodies
  ClosedGaps gaps_;                                      ///< between bodies, in the last coupling
};

}  // namespace ooze
