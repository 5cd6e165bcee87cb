// Summary statistics of a world. Sums use double precision and a fixed order, so they are deterministic to
// the bit.
#pragma once

#include "ooze/methods/method.h"

#include <cstddef>
#include <glm/vec3.hpp>
#include <optional>

namespace ooze {

/// Numbers that summarise the state of a world. Without particles all sums, means and bounds are 0.
struct Statistics {
  std::size_t particles = 0;  ///< number of particles
  std::size_t links = 0;      ///< number of links between particles
  std::size_t asleep = 0;     ///< number of particles that are asleep (World::asleep())
  double mass = 0;            ///< mass of the liquid [kg]
  glm::dvec3 centroid{0.0};   ///< centre of mass of the liquid [m]
  // Derived from the mean velocities over the last frame (World::frameVelocity()):
  glm::dvec3 momentum{0.0};  ///< total momentum of the liquid [kg m/s]
  double kineticEnergy = 0;  ///< total kinetic energy of the liquid [J]
  double maxSpeed = 0;       ///< speed of the fastest particle [m/s]
  double rmsSpeed = 0;       ///< root mean square speed of all particles [m/s]
  double meanDensity = 0;    ///< mean density of all particles, in the method's own measure [1]
  double interiorDensity =
      0;  ///< mean density of particles well inside the liquid (exposure < 0.15); 0 if no particle is [1]
  glm::dvec3 lower{0.0}, upper{0.0};  ///< bounds of the particle centres [m]
  std::optional<SolverWork> solver;   ///< work of the pressure or other solver; unset if the method has none
};

}  // namespace ooze
