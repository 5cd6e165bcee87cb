// The product and the reference in the same state, to run a stage in both and compare the results.
#pragma once

#include "methods/clavet/clavet.h"
#include "reference/clavet_reference.h"

#include <cstdint>
#include <vector>

namespace ooze {

class ReferencePair {
 public:
  /// @param materials  in the paper's units, at a reference radius of h, so that no value is converted
  /// @param densities  density of each material [kg/m^3]; empty: water
  ReferencePair(float h, std::vector<clavet::Material> materials, const Vec3& gravity = Vec3(0.f),
                int threads = 2, std::vector<float> densities = {});

  void add(const std::vector<Vec3>& positions, const std::vector<Vec3>& velocities,
           std::uint16_t material = 0);
  /// Fills a cube at the settled density around `centre`: a lattice with every particle displaced by up to
  /// `noise` of the spacing, at random velocities up to `speed` [m/s].
  void addCube(const Vec3& centre, int edge, float noise, float speed, std::uint64_t seed,
               std::uint16_t material = 0);
  /// Replaces the springs of the product and of the reference.
  void setSprings(std::vector<clavet::Spring> springs);
  /// Adds springs between all neighbours of the product at their present distances.
  void addSprings();

  /// Copies the product's state to the reference, exactly. Reference particles are numbered by id.
  void copyToReference();

  // The orders in which the product processes pairs or particles in this step, in the reference's numbers.
  [[nodiscard]] std::vector<reference::Turn> viscosityOrder(std::uint64_t step) const;
  [[nodiscard]] std::vector<reference::Turn> springOrder(std::uint64_t step) const;
  [[nodiscard]] std::vector<std::size_t> relaxationOrder(std::uint64_t step) const;

  /// Largest differences between product and reference.
  [[nodiscard]] double positionError() const;  ///< largest difference of positions, over h
  [[nodiscard]] double previousError();        ///< largest difference of previous positions, over h
  [[nodiscard]] double velocityError() const;  ///< largest difference of velocities, over h per paper frame
  /// Largest errors of the packing; tensors by their greatest element.
  struct PackingError {
    double far = 0.0, near = 0.0;  ///< errors of the two shear tensors [1]
    double pressure = 0.0;         ///< error of the mean pressure, over one h per paper frame^2
  };
  [[nodiscard]] PackingError packingError();

  /// Returns the mass of a particle of this material [kg].
  [[nodiscard]] double mass(std::size_t material) const { return reference.materials[material].mass; }
  [[nodiscard]] float h() const { return h_; }
  [[nodiscard]] const Threads& threads() const { return threads_; }

  clavet::Clavet product;
  reference::Liquid reference;

 private:
  float h_;
  Threads threads_;
};

/// Creates a method with these materials, each at its own reference radius h.
clavet::Clavet makeProduct(float h, const std::vector<clavet::Material>& materials, const Vec3& gravity,
                           const std::vector<float>& densities = {});

/// Returns the paper's own liquid: no stiffness against compression beyond eq. 2, no viscosity, no springs.
clavet::Material paperMaterial();

}  // namespace ooze
