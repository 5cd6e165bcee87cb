// Premoze et al. 2003, the moving-particle semi-implicit method, stage by stage: over all pairs, in double
// precision and with a direct solver. Slow, and easy to check against the paper and against the departures
// that the method states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <vector>

namespace ooze::mps_reference {

enum class Kind { Liquid, Wall, Hidden };

struct Liquid {
  double viscosity, tension, drag, relaxation, density;  ///< mu, sigma, C_D, gamma, rho: SI
};

struct Point {
  glm::dvec3 x, v;
  Kind kind = Kind::Liquid;
  bool isParticle = true;  ///< and no solid's
  std::size_t liquid = 0;  ///< index, of a particle
  double friction = 1.0;   ///< of a solid
  glm::dvec3 normal{0.0};  ///< likewise, outward
  double depth = 0.0;      ///< likewise, under its surface [m]
};

struct State {
  std::vector<Point> points;
  std::vector<Liquid> liquids;
  double spacing = 1.0;  ///< l0 [m]

  [[nodiscard]] std::size_t size() const { return points.size(); }
  [[nodiscard]] const Liquid& of(std::size_t i) const { return liquids.at(points[i].liquid); }
  [[nodiscard]] bool flows(std::size_t i) const { return points[i].kind == Kind::Liquid; }
  [[nodiscard]] glm::dvec3 offset(std::size_t i, std::size_t j) const {
    return (points[j].x - points[i].x) / spacing;
  }
  /// Pairs nearer than half a spacing act as if they were so far.
  [[nodiscard]] double distance(std::size_t i, std::size_t j) const;
  /// What is settled takes 0.978 of the lattice's volume.
  [[nodiscard]] double mass(std::size_t i) const {
    return 0.978 * of(i).density * spacing * spacing * spacing;
  }
};

/// Eq. 3. @param q  over the spacing
double weight(double q);

/// Sums over the lattice of rest.
struct Lattice {
  double n0 = 0.0, lambda = 0.0, neighbours = 0.0;
  Lattice();
  /// By how much more than its density n grows.
  [[nodiscard]] double response() const { return (n0 + neighbours) / (3.0 * n0); }
};

struct Density {
  double n = 0.0;            ///< n* / n0
  double byLiquid = 0.0;     ///< the part of it that comes from what flows
  double compression = 0.0;  ///< -dV / V in dt
  glm::dvec3 side{0.0};      ///< sum of weights along directions, over n0
  int neighbours = 0, liquid = 0;
};
std::vector<Density> densities(const State& s, double dt);

enum class Role { None, Surface, Unknown };
std::vector<Role> roles(const State& s, const std::vector<Density>& density);

/// Right side of eq. 14, times dt^2 / rho: what is compressed now, and what was before at the rate gamma.
std::vector<double> sources(const State& s, const std::vector<Density>& density,
                            const std::vector<Role>& role, double dt);

struct Pressures {
  std::vector<double> p;    ///< by point [Pa]
  std::vector<double> rho;  ///< of walls the mean of the liquid that they see [kg/m^3]
  std::size_t pockets = 0;  ///< without a free surface
  double asymmetry = 0.0;   ///< of the matrix: the largest |a_ij - a_ji|
};
Pressures pressures(const State& s, const std::vector<Role>& role, const std::vector<double>& source,
                    double dt);

/// Eq. 12 with the conservative gradient, over dt [m/s^2].
std::vector<glm::dvec3> accelerations(const State& s, const std::vector<Role>& role, const Pressures& found);

/// Velocities after eq. 9's viscosity: of the equations solved, or of one explicit step.
std::vector<glm::dvec3> viscous(const State& s, double dt);
std::vector<glm::dvec3> viscousAtOnce(const State& s, double dt);

/// Velocities of what stays behind by this part of its way in dt (eq. 20 to 26).
std::vector<glm::dvec3> convected(const State& s, double dt, const std::vector<double>& share);

/// Forces of the surface [N].
std::vector<glm::dvec3> tension(const State& s);
/// Velocities after tension, and then after the drag of eq. 40.
std::vector<glm::dvec3> drawnAndBraked(const State& s, double dt);

/// Changes of velocity between those that met.
std::vector<glm::dvec3> encounters(const State& s);

}  // namespace ooze::mps_reference
