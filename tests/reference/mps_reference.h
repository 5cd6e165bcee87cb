// Reference implementation of Premoze et al. 2003, the moving-particle semi-implicit method, stage by stage.
// All pairs are tried, in double precision, with a direct solver. The code is slow, and easy to check against
// the paper and against the method's stated departures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <vector>

namespace ooze::mps_reference {

enum class Kind { Liquid, Wall, Hidden };

struct Liquid {
  double viscosity, tension, drag, relaxation, density;  ///< SI values of mu, sigma, C_D, gamma, rho
};

struct Point {
  glm::dvec3 x, v;
  Kind kind = Kind::Liquid;
  bool isParticle = true;  ///< true for a liquid particle, false for a particle of a solid
  std::size_t liquid = 0;  ///< index of the particle's liquid; unused for solids
  double friction = 1.0;   ///< friction of the solid [1]; 1 is no-slip
  glm::dvec3 normal{0.0};  ///< outward normal of the solid
  double depth = 0.0;      ///< depth below the solid's surface [m]
  int body = -1;           ///< index of the rigid body that forces move; -1 for all other points
};

/// A rigid body that forces move.
struct RigidBody {
  glm::dvec3 centre{0.0}, velocity{0.0}, turn{0.0};  ///< centre of mass, its velocity, angular velocity
  double mass = 1.0;
  glm::dmat3 inertia{1.0};  ///< moments of inertia in world axes [kg m^2]
};

struct State {
  std::vector<Point> points;
  std::vector<Liquid> liquids;
  std::vector<RigidBody> bodies;
  double spacing = 1.0;  ///< spacing of the rest lattice, l0 in the paper [m]

  [[nodiscard]] std::size_t size() const { return points.size(); }
  [[nodiscard]] const Liquid& of(std::size_t i) const { return liquids.at(points[i].liquid); }
  [[nodiscard]] bool flows(std::size_t i) const { return points[i].kind == Kind::Liquid; }
  [[nodiscard]] glm::dvec3 offset(std::size_t i, std::size_t j) const {
    return (points[j].x - points[i].x) / spacing;
  }
  /// Returns the distance in spacings, at least one half: nearer pairs act as if they were half a spacing
  /// apart.
  [[nodiscard]] double distance(std::size_t i, std::size_t j) const;
  /// Returns the mass of a particle: settled liquid takes 0.978 of the lattice's volume per particle.
  [[nodiscard]] double mass(std::size_t i) const { return of(i).density * volume(); }
  [[nodiscard]] double volume() const { return 0.978 * spacing * spacing * spacing; }
};

constexpr double kReach = 2.1;  ///< kernel radius [spacings]

/// Returns the factor 2 d / (lambda n0) of the Laplacian, eq. 7, in metres.
double laplacian(const State& s);

/// Returns the kernel weight, eq. 3. @param q  distance over the spacing
double weight(double q);

/// Kernel sums over the rest lattice.
struct Lattice {
  double n0 = 0.0, lambda = 0.0, neighbours = 0.0;
  double alongLine = 0.0;  ///< factor of velocity along lines, for the same shear as by whole velocities
  Lattice();
  /// Returns the relative change of n per relative change of density.
  [[nodiscard]] double response() const { return (n0 + neighbours) / (3.0 * n0); }
};

struct Density {
  double n = 0.0;            ///< number density n* over the rest value n0
  double byLiquid = 0.0;     ///< part of n that liquid contributes
  double compression = 0.0;  ///< relative decrease of volume, -dV / V, within dt
  glm::dvec3 side{0.0};      ///< sum of weights times directions, over n0
  int neighbours = 0, liquid = 0;
};
std::vector<Density> densities(const State& s, double dt);

enum class Role { None, Surface, Unknown };
std::vector<Role> roles(const State& s, const std::vector<Density>& density);

/// Returns the right side of eq. 14, times dt^2 / rho: the present compression, plus the earlier compression
/// at the rate gamma.
std::vector<double> sources(const State& s, const std::vector<Density>& density,
                            const std::vector<Role>& role, double dt);

struct Pressures {
  std::vector<double> p;    ///< pressure of each point [Pa]
  std::vector<double> rho;  ///< density; for walls the mean of the neighbouring liquid [kg/m^3]
  std::size_t pockets = 0;  ///< number of pockets without a free surface
  double asymmetry = 0.0;   ///< largest |a_ij - a_ji| of the pressure matrix
};
Pressures pressures(const State& s, const std::vector<Role>& role, const std::vector<double>& source,
                    double dt);

/// Accelerations by the pressure [m/s^2].
struct Accelerations {
  std::vector<glm::dvec3> whole;  ///< eq. 12 with the conservative gradient of even stress, over dt
  /// Part of the whole that moves particles and gives no velocity: 0.3 times the force by a particle's own
  /// stress, less the same of its neighbours, each shared among the liquid around.
  std::vector<glm::dvec3> shift;
};
Accelerations accelerations(const State& s, const std::vector<Role>& role, const Pressures& found);

/// Return the velocities after the viscosity of eq. 9: by the implicit equations, or by one explicit step.
/// In an explicit step the liquid has its former velocities and the bodies have their new ones.
/// @param bodies  receives the bodies of s with their velocities after the stress of the liquid
std::vector<glm::dvec3> solveViscosity(const State& s, double dt, std::vector<RigidBody>* bodies = nullptr);
std::vector<glm::dvec3> applyViscosityExplicitly(const State& s, double dt,
                                                 std::vector<RigidBody>* bodies = nullptr);

/// Returns the velocities of particles that stay behind by this share of their displacement in dt:
/// convection, eq. 20 to 26.
std::vector<glm::dvec3> convected(const State& s, double dt, const std::vector<double>& share);

/// Returns the velocities after the damping of noise: u loses the part of L D L u, with L among liquid of the
/// same density.
std::vector<glm::dvec3> calmNoise(const State& s, double part);

/// Returns the cohesion of the surface tension forces at each liquid point, -sum r_ij F_ij / (6 V) [Pa].
std::vector<double> cohesion(const State& s);
/// Returns the surface tension forces [N].
std::vector<glm::dvec3> tension(const State& s);
/// Returns the velocities after surface tension and then the drag of eq. 40.
std::vector<glm::dvec3> applyTensionAndDrag(const State& s, double dt);

/// Returns the changes of velocity by the collision model, for particles that are too near.
std::vector<glm::dvec3> encounters(const State& s);

}  // namespace ooze::mps_reference
