// Clavet, Beaudoin and Poulin 2005, Algorithms 1 to 6, transcribed in double precision for comparison: every
// pair is tried, springs live in a map, and nothing is shared with the product. Slow on purpose, and meant to
// be read beside the paper. Where the paper leaves an order open the order is an argument.
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
using Pair = std::pair<std::size_t, std::size_t>;  ///< particle numbers, first < second

/// Pairs taken at once: all see the first particle as it was when the turn began, and its partners, which are
/// all different, are changed one by one. With one partner it is the paper's loop over pairs.
struct Turn {
  std::size_t first;
  std::vector<std::size_t> partners;
};
/// One turn for each pair.
std::vector<Turn> oneByOne(const std::vector<Pair>& pairs);

struct Particle {
  Vec position{0.0}, velocity{0.0}, previous{0.0};
  std::size_t material = 0;
};

/// A material's part in relaxation and contact. Any consistent units.
struct Material {
  double mass = 1.0;          ///< of a particle
  double restDensity = 10.0;  ///< rho0
  double k = 0.004;
  double kNear = 0.01;
  double friction = 0.0;       ///< mu
  double stickiness = 0.0;     ///< k_stick
  double stickDistance = 0.4;  ///< d_stick
  // Beyond the paper: stiffness against compression, apart from cohesion. 0 is the paper.
  double kVolume = 0.0;
  double settledDensity = 7.2;  ///< rho_r
};

/// What acts between two particles.
struct PairLaw {
  double sigma = 0.0, beta = 0.0;
  double kSpring = 0.3;
  double alphaStretch = 0.3, alphaCompress = 0.3;
  double gammaStretch = 0.1, gammaCompress = 0.1;
};

/// A solid of infinite inertia, of any shape.
struct Solid {
  struct Sample {
    double distance;  ///< negative inside
    Vec normal;       ///< unit, out of the solid
  };
  std::function<Sample(const Vec&)> sample;
  std::function<Vec(const Vec&)> velocityAt = [](const Vec&) { return Vec(0.0); };
  std::optional<double> friction, stickiness, stickDistance;  ///< unset: the material's own
};

/// What relaxation saw at a particle.
struct Density {
  double rho = 0.0, rhoNear = 0.0;
  double pressure = 0.0, pressureNear = 0.0;
};

/// Beyond the paper: how the neighbours of a particle are arranged.
struct Packing {
  /// 7.5 times the traceless parts of sum w q r^ r^ and of sum w^2 q r^ r^ over the trace of sum (w + 5 w^2)
  /// q r^ r^, as means over the neighbours.
  Tensor far{0.0}, near{0.0};
  double meanPressure = 0.0;  ///< over the last relaxations
};

struct Liquid {
  double h = 1.0;
  Vec gravity{0.0};
  double collisionRadius = 0.0;          ///< R
  bool extractionKeepsVelocity = false;  ///< pushing a particle out of a solid moves x_prev along
  // Beyond the paper: eq. 12 solved for the end of the step, and friction through the film beside a solid.
  bool implicitStickiness = false;
  double filmReach = 0.0;  ///< how far beyond contact friction reaches; 0 is the paper
  double filmTime = 0.0;   ///< in which it takes a speed at half that distance, where contact does so at once
  std::vector<Material> materials{Material{}};
  std::function<PairLaw(std::size_t, std::size_t)> pairLaw = [](std::size_t, std::size_t) {
    return PairLaw{};
  };

  std::vector<Particle> particles;
  std::map<Pair, double> springs;  ///< rest lengths
  std::vector<Density> densities;  ///< of the last relaxation
  std::vector<Packing> packings;   ///< none: it has not been looked at
  std::vector<Vec> lookedFrom;     ///< where particles were when they looked at walls; none: they did not
};

/// Every pair closer than h now, ascending.
std::vector<Pair> pairsWithin(const Liquid& liquid, double radius);
/// Every spring, ascending.
std::vector<Pair> springPairs(const Liquid& liquid);
/// 0, 1, 2 ...
std::vector<std::size_t> ascending(const Liquid& liquid);

void applyGravity(Liquid& liquid, double dt);
/// What stands for exp(-x): the reciprocal of the first four terms of exp(x).
double leftOf(double x);
/// What u' = -(linear u + quadratic u^2) leaves of an approach after dt, and u' = -linear u of a recession.
double approachAfter(double u, double linear, double quadratic, double dt);

/// Algorithm 5, with the decay followed through the step, and its linear part halved and acting both ways.
/// @param order  at least every pair within h; others are without effect
void applyViscosity(Liquid& liquid, double dt, const std::vector<Turn>& order);
void predictPositions(Liquid& liquid, double dt);
/// Algorithm 4, amended: every spring is adjusted, whatever its length.
void adjustSprings(Liquid& liquid, double dt);
/// Algorithm 3.
/// @param order  every spring
void applySpringDisplacements(Liquid& liquid, double dt, const std::vector<Turn>& order);
/// Beyond the paper: looks at every particle's neighbours.
void observePacking(Liquid& liquid);
/// What relaxation displaces a pair by, in all and before its particles share it.
struct PushParts {
  double far, near;  ///< by pressure and by near pressure, over w and over w^2
  double tension;    ///< mean pressure of eq. 2 over -k
  double exposure;   ///< how far the particle is from having liquid all round; 0 to 1
  double wallShare;  ///< density by walls, over the settled one
};
struct ShearPush {
  Tensor shear{0.0};
  double most = 0.0;
};
/// A pair is moved together by w (1 + 5 w) min(most, r^ shear r^).
ShearPush shearPush(const Packing& packing, const PushParts& parts);
/// Algorithm 2 and, with Material::kVolume, the volume law.
/// @param walls  solids that carry density as planes through their nearest points
void relaxDoubleDensity(Liquid& liquid, double dt, const std::vector<std::size_t>& order,
                        const std::vector<Solid>& walls = {});
/// The relaxation of one particle: what relaxDoubleDensity does for each in turn.
void relaxParticle(Liquid& liquid, double dt, std::size_t i, const std::vector<Solid>& walls = {});
/// Beyond the paper: along the walls, the displacement that the liquid gave since the prediction is made
/// whole by the part that mirrored liquid behind the walls would have given.
void supportAlongWalls(Liquid& liquid, double dt, const std::vector<Solid>& walls);
/// Section 6, step 3: contact with solids of infinite inertia.
void resolveCollisions(Liquid& liquid, double dt, const std::vector<Solid>& solids);
void deriveVelocities(Liquid& liquid, double dt);

/// Algorithm 1, every order ascending, and walls without density.
void step(Liquid& liquid, double dt, const std::vector<Solid>& solids = {});

/// What a half-space filled evenly with liquid adds at distance d from its face, both in units of h and per
/// unit of number density: the integral of (1-r)^power, and that of (1-r)^power times the direction away from
/// the face.
double halfSpaceSum(double d, int power);
double halfSpacePush(double d, int power);
/// The same for the integral of (1-r)^power y^2 / r, y along the face.
double halfSpaceMoment(double d, int power);

// Measured for the settled liquid at rho0 = 10; with them the volume law keeps its volume (shared
// experiments, sections 1 and 3).
inline constexpr double kNearShare = 5.0;    // b
inline constexpr double kWallOffset = 0.03;  // of h
/// What a particle saw of a solid stands for it, as a plane, until the particle has moved this far, in h.
inline constexpr double kPlanesHold = 0.02;
/// Number density of an even liquid, over its sum of (1-q)^2 [1/h^3].
inline constexpr double kNumberPerDensity = 30.0 / (4.0 * std::numbers::pi);

}  // namespace ooze::reference
