// The product and the reference in the same state, so that a stage can be taken in both and compared.
#pragma once

#include "methods/clavet/clavet.h"
#include "reference/clavet_reference.h"

#include <cstdint>
#include <vector>

namespace ooze {

class Twin {
 public:
  /// @param materials  in the paper's units, at a reference radius of h, so that their numbers are true as
  /// they are
  /// @param densities  of each [kg/m^3]; water's where there are none
  Twin(float h, std::vector<clavet::Material> materials, const Vec3& gravity = Vec3(0.f), int threads = 2,
       std::vector<float> densities = {});

  void add(const std::vector<Vec3>& positions, const std::vector<Vec3>& velocities,
           std::uint16_t material = 0);
  /// Fills a cube of the settled density round `centre`: a lattice with every particle moved by up to `noise`
  /// of the spacing, at random velocities up to `speed` [m/s].
  void addCube(const Vec3& centre, int edge, float noise, float speed, std::uint64_t seed,
               std::uint16_t material = 0);
  /// Makes the product's springs these, and the reference's too.
  void setSprings(std::vector<clavet::Spring> springs);
  /// Ties all neighbours of the product as they lie.
  void addSprings();

  /// The reference becomes what the product is, to the last bit. Reference particles are numbered by id.
  void copyToReference();

  // The orders that the product takes at this step, in the reference's numbers.
  [[nodiscard]] std::vector<reference::Turn> viscosityOrder(std::uint64_t step) const;
  [[nodiscard]] std::vector<reference::Turn> springOrder(std::uint64_t step) const;
  [[nodiscard]] std::vector<std::size_t> relaxationOrder(std::uint64_t step) const;

  /// Largest differences between the two.
  [[nodiscard]] double positionError() const;  ///< over h
  [[nodiscard]] double previousError();        ///< over h
  [[nodiscard]] double velocityError() const;  ///< over h per paper frame
  /// Of what both found of the packing: tensors by their greatest element.
  struct PackingError {
    double far = 0.0, near = 0.0;  ///< [1]
    double pressure = 0.0;         ///< mean pressure, over one h per paper frame^2
  };
  [[nodiscard]] PackingError packingError();

  /// Of a particle of this material [kg].
  [[nodiscard]] double mass(std::size_t material) const { return reference.materials[material].mass; }
  [[nodiscard]] float h() const { return h_; }
  [[nodiscard]] const Threads& threads() const { return threads_; }

  clavet::Clavet product;
  reference::Liquid reference;

 private:
  float h_;
  Threads threads_;
};

/// Sets up a method with these materials, true at their own reference radius h.
clavet::Clavet makeProduct(float h, const std::vector<clavet::Material>& materials, const Vec3& gravity,
                           const std::vector<float>& densities = {});

/// The paper's own liquid: no stiffness against compression beyond eq. 2, no viscosity, no springs.
clavet::Material paperMaterial();

}  // namespace ooze
