#include "verify/measures.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

namespace ooze::verify {

Swing fitSwing(const std::vector<double>& x, double dt, double expected, const SwingRange& range) {
  Swing best;
  double least = 1e300;
  for (double omega = range.lowest * expected; omega < range.highest * expected; omega += 0.005 * expected)
    for (double decay = 0.0; decay < range.mostDecay * expected; decay += 0.005 * expected) {
      const auto base = [&](std::size_t k) {
        const double t = static_cast<double>(k + 1) * dt, e = std::exp(-decay * t);
        return glm::dvec3(e * std::cos(omega * t), e * std::sin(omega * t), 1.0);
      };
      glm::dmat3 normal(0.0);
      glm::dvec3 right(0.0);
      for (std::size_t k = 0; k < x.size(); ++k)
        normal += glm::outerProduct(base(k), base(k)), right += x[k] * base(k);
      const glm::dvec3 parts = glm::inverse(normal) * right;
      double residue = 0.0;
      for (std::size_t k = 0; k < x.size(); ++k) residue += std::pow(x[k] - glm::dot(parts, base(k)), 2.0);
      if (residue < least) least = residue, best = {omega, decay};
    }
  return best;
}

double elongation(const World& world) {
  const Particles& p = world.particles();
  const glm::dvec3 centre = world.statistics().centroid;
  glm::dvec3 squares(0.0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const glm::dvec3 r = glm::dvec3(p.position[i]) - centre;
    squares += r * r;
  }
  const double length = std::sqrt(squares.x), thickness = std::sqrt(0.5 * (squares.y + squares.z));
  return (length - thickness) / (length + thickness);
}

std::vector<double> meanHeights(const World& world) {
  const Particles& p = world.particles();
  std::vector<double> height(world.materials().size()), count(height.size());
  for (std::size_t i = 0; i < p.size(); ++i) height[p.material[i]] += p.position.y[i], ++count[p.material[i]];
  for (std::size_t m = 0; m < height.size(); ++m) height[m] /= count[m];
  return height;
}

double tubeCorrection(double part) {
  const double cube = part * part * part, fifth = cube * part * part;
  return (1.0 - 0.75857 * fifth) /
         (1.0 - 2.1050 * part + 2.0865 * cube - 1.7068 * fifth + 0.72603 * fifth * part);
}

std::vector<double> filmProfile(std::span<const FilmLayer> layers, double gravity, double time,
                                std::size_t slices) {
  double depth = 0.0, fastest = 0.0;
  for (const FilmLayer& layer : layers)
    depth += layer.thickness, fastest = std::max(fastest, layer.viscosity);
  const double dy = depth / static_cast<double>(slices);
  const auto viscosityAt = [&](double y) {
    for (const FilmLayer& layer : layers) {
      if (y < layer.thickness) return layer.viscosity;
      y -= layer.thickness;
    }
    return layers.back().viscosity;
  };
  // Viscosity at the lower face of each slice: the harmonic mean, by which stress is continuous.
  std::vector<double> face(slices + 1, 0.0);
  face[0] = 2.0 * viscosityAt(0.5 * dy);  // the floor is half a slice away
  for (std::size_t k = 1; k < slices; ++k) {
    const double y = static_cast<double>(k) * dy;
    const double below = viscosityAt(y - 0.5 * dy), above = viscosityAt(y + 0.5 * dy);
    face[k] = 2.0 * below * above / (below + above);
  }
  const double steps = std::ceil(time / (0.2 * dy * dy / fastest)), dt = time / steps;
  std::vector<double> u(slices, 0.0), stress(slices + 1, 0.0);
  for (int step = 0; step < static_cast<int>(steps); ++step) {
    for (std::size_t k = 0; k < slices; ++k) stress[k] = face[k] * (u[k] - (k > 0 ? u[k - 1] : 0.0)) / dy;
    for (std::size_t k = 0; k < slices; ++k) u[k] += dt * (gravity + (stress[k + 1] - stress[k]) / dy);
  }
  return u;
}

}  // namespace ooze::verify
