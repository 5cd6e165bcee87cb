// Reference implementation of Clavet, Beaudoin and Poulin 2005, Algorithms 1 to 6, in double precision for
// comparison. Every pair is tried, springs are kept in a map, and no code is shared with the product. The
// code is slow on purpose, and meant to be read beside the paper. Where the paper leaves an order open, the
// order is an argument.
#pragma once

#include <functional>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <map>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

namespace ooze::reference {

using Vec = glm::dvec3;
using Tensor = glm::dmat3;
using Pair = std::pair<std::size_t, std::size_t>;  ///< numbers of two particles, first < second

/// Pairs processed at once: all pairs see the first particle as at the beginning of the turn, and the
/// partners, which all differ, are changed one by one. Turns with a single partner are the paper's loop over
/// pairs.
struct Turn {
  std::size_t first;
  std::vector<std::size_t> partners;
};
/// Returns one turn for each pair.
std::vector<Turn> oneByOne(const std::vector<Pair>& pairs);

struct Particle {
  Vec position{0.0}, velocity{0.0}, previous{0.0};
  std::size_t material = 0;
};

/// A material's parameters for relaxation and contact, in any consistent units.
struct Material {
  double mass = 1.0;          ///< mass of a particle
  double restDensity = 10.0;  ///< rest density, rho0 in the paper
  double k = 0.004;
  double kNear = 0.01;
  double friction = 0.0;       ///< friction coefficient mu of eq. 11
  double stickiness = 0.0;     ///< strength of the attraction to solids, k_stick of eq. 12
  double stickDistance = 0.4;  ///< distance within which solids attract, d_stick of eq. 12
  double shearTime = 0.0;      ///< beyond the paper: time of shear that is added to the time of friction
  // Beyond the paper: stiffness against compression, separate from cohesion. 0 gives the paper's method.
  double kVolume = 0.0;
  double settledDensity = 7.2;  ///< density of settled liquid, rho_r, above which kVolume acts
};

/// Parameters of the interaction of two particles.
struct PairLaw {
  double sigma = 0.0, beta = 0.0;
  double kSpring = 0.3;
  double alphaStretch = 0.3, alphaCompress = 0.3;
  double gammaStretch = 0.1, gammaCompress = 0.1;
};

/// A solid of infinite inertia, of any shape.
struct Solid {
  struct Sample {
    double distance;  ///< signed distance to the surface, negative inside
    Vec normal;       ///< unit normal out of the solid
  };
  std::function<Sample(const Vec&)> sample;
  std::function<Vec(const Vec&)> velocityAt = [](const Vec&) { return Vec(0.0); };
  std::optional<double> friction, stickiness, stickDistance;  ///< unset: the material's own value applies
};

/// Densities and pressures that relaxation computed at a particle.
struct Density {
  double rho = 0.0, rhoNear = 0.0;
  double pressure = 0.0, pressureNear = 0.0;
};

/// Beyond the paper: the arrangement of a particle's neighbours.
struct Packing {
  /// Shear tensors of the packing: 7.5 times the traceless parts of sum w q r^ r^ and of sum w^2 q r^ r^,
  /// over the trace of sum (w + 5 w^2) q r^ r^, averaged over the neighbours.
  Tensor far{0.0}, near{0.0};
  double meanPressure = 0.0;  ///< moving average of the pressure over the last relaxations
};

struct Liquid {
  double h = 1.0;
  Vec gravity{0.0};
  double collisionRadius = 0.0;          ///< distance at which a particle's centre touches a solid, R
  bool extractionKeepsVelocity = false;  ///< true: pushing a particle out of a solid also moves x_prev
  // Beyond the paper: eq. 12 solved implicitly, and friction through the film beside a solid.
  bool implicitStickiness = false;
  double filmReach = 0.0;  ///< distance beyond contact up to which friction acts; 0 is the paper
  double filmTime = 0.0;   ///< relaxation time of the speed at half that distance, where contact is immediate
  std::vector<Material> materials{Material{}};
  std::function<PairLaw(std::size_t, std::size_t)> pairLaw = [](std::size_t, std::size_t) {
    return PairLaw{};
  };

  std::vector<Particle> particles;
  std::map<Pair, double> springs;  ///< rest length of the spring of each pair
  std::vector<Density> densities;  ///< densities of the last relaxation
  std::vector<Packing> packings;   ///< packing of each particle; empty: not observed yet
  std::vector<Vec> sampledFrom;  ///< positions at which particles last sampled the walls; empty: not sampled
};

/// Returns every pair closer than `radius` now, ascending.
std::vector<Pair> pairsWithin(const Liquid& liquid, double radius);
/// Returns the pair of every spring, ascending.
std::vector<Pair> springPairs(const Liquid& liquid);
/// Returns the indices of all particles in ascending order: 0, 1, 2 ...
std::vector<std::size_t> ascending(const Liquid& liquid);

void applyGravity(Liquid& liquid, double dt);
/// Approximates exp(-x) by the reciprocal of the first four terms of exp(x).
double leftOf(double x);
/// Returns the relative speed after dt: u' = -(linear u + quadratic u^2) for an approach, u' = -linear u for
/// a recession.
double approachAfter(double u, double linear, double quadratic, double dt);

/// Applies viscosity: Algorithm 5, with the decay integrated over the step, and the linear part halved and
/// acting on approach and recession.
/// @param order  turns that contain every pair within h; other pairs have no effect
void applyViscosity(Liquid& liquid, double dt, const std::vector<Turn>& order);
void predictPositions(Liquid& liquid, double dt);
/// Adjusts springs: Algorithm 4, amended to adjust every spring, whatever its length.
void adjustSprings(Liquid& liquid, double dt);
/// Applies spring displacements: Algorithm 3.
/// @param order  turns that contain the pair of every spring
void applySpringDisplacements(Liquid& liquid, double dt, const std::vector<Turn>& order);
/// Beyond the paper: observes the arrangement of every particle's neighbours.
void observePacking(Liquid& liquid);
/// The displacement of a pair by relaxation, as a whole and before the particles share the displacement.
struct ShearCorrectionInput {
  double far, near;  ///< parts by pressure and by near pressure, divided by w and by w^2
  double tension;    ///< mean pressure of eq. 2 over -k
  double exposure;   ///< exposure to the surface: 0 surrounded by liquid, 1 alone
  double wallShare;  ///< density contributed by walls, over the settled density
};
struct ShearCorrection {
  Tensor shear{0.0};
  double most = 0.0;
};
/// Returns the push against shear: a pair is moved together by w (1 + 5 w) min(most, r^ shear r^).
ShearCorrection computeShearCorrection(const Packing& packing, const ShearCorrectionInput& parts);
/// Relaxes double density: Algorithm 2 and, with Material::kVolume, the volume law.
/// @param walls  solids that carry density as planes through their nearest points
void relaxDoubleDensity(Liquid& liquid, double dt, const std::vector<std::size_t>& order,
                        const std::vector<Solid>& walls = {});
/// Relaxes one particle; relaxDoubleDensity does so for each particle in turn.
void relaxParticle(Liquid& liquid, double dt, std::size_t i, const std::vector<Solid>& walls = {});
/// Beyond the paper: completes the displacement along walls. The displacement by the liquid since the
/// prediction is scaled up by the missing part of the mirrored liquid behind the walls.
void supportAlongWalls(Liquid& liquid, double dt, const std::vector<Solid>& walls);
/// Resolves collisions, section 6, step 3: contact with solids of infinite inertia.
void resolveCollisions(Liquid& liquid, double dt, const std::vector<Solid>& solids);
void deriveVelocities(Liquid& liquid, double dt);

/// Makes a time step: Algorithm 1, every order ascending, and walls without density.
void step(Liquid& liquid, double dt, const std::vector<Solid>& solids = {});

/// Integrals over a half-space of uniform liquid at distance d from its face, both in units of h and per unit
/// of number density: the integral of (1-r)^power, and the integral of (1-r)^power times the direction away
/// from the face.
double halfSpaceSum(double d, int power);
double halfSpacePush(double d, int power);
/// Returns the integral of (1-r)^power y^2 / r over the half-space, with y along the face.
double halfSpaceMoment(double d, int power);

// Measured for settled liquid at rho0 = 10. With these constants the volume law keeps its volume (shared
// experiments, sections 1 and 3).
inline constexpr double kNearShare = 5.0;    // weight b of the near pressure in the volume law
inline constexpr double kWallOffset = 0.03;  // offset added to the distance to a wall in its density [h]
/// Distance of motion within which a particle uses the tangent plane of an earlier sample of a solid, in h.
inline constexpr double kPlanesHold = 0.02;
/// Number density of a uniform liquid, over its sum of (1-q)^2 [1/h^3].
inline constexpr double kNumberPerDensity = 30.0 / (4.0 * std::numbers::pi);

}  // namespace ooze::reference
