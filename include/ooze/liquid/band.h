// Liquid that one run hands to another, further down its way (Rasmussen et al. 2004, grid sourcing).
#pragma once

#include "ooze/base/math.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ooze {

/// The most cells that a band may have.
inline constexpr std::size_t kMostBandCells = std::size_t{1} << 22;

/// Where a world's liquid is to be kept for another run: cells whose middles are in the box.
struct BandSpec {
  std::string name;  ///< unique in a scene
  Aabb box;          ///< [m]
};

/// The cells of a band: those with first <= cell < first + count, each round the node cell * side.
struct BandCells {
  float side = 0.f;               ///< [m]
  glm::ivec3 first{0}, count{0};  ///< first cell and number of cells along each axis

  friend bool operator==(const BandCells&, const BandCells&) = default;

  /// Returns true if the cell belongs to the band.
  [[nodiscard]] bool contains(const glm::ivec3& cell) const {
    return glm::all(glm::greaterThanEqual(cell, first)) && glm::all(glm::lessThan(cell, first + count));
  }
  /// Numbers of a field: of the cells, x fastest, and of the layer beyond them, whose lower faces are their
  /// upper ones.
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(count.x + 1) * static_cast<std::size_t>(count.y + 1) *
           static_cast<std::size_t>(count.z + 1);
  }
  /// @param cell  of them, or of the layer beyond
  [[nodiscard]] std::size_t indexOf(const glm::ivec3& cell) const {
    const glm::ivec3 at = cell - first;
    return (static_cast<std::size_t>(at.z) * static_cast<std::size_t>(count.y + 1) +
            static_cast<std::size_t>(at.y)) *
               static_cast<std::size_t>(count.x + 1) +
           static_cast<std::size_t>(at.x);
  }
};

/// The cells of this side whose middles are in a box; none if the box has none or too many.
[[nodiscard]] BandCells cellsOf(const Aabb& box, float side);

/// The liquid of a band at a moment.
struct BandMoment {
  double time = 0.0;                           ///< [s]
  std::vector<float> phi;                      ///< [m]
  std::vector<float> viscosity;                ///< kinematic [m^2/s]
  std::array<std::vector<float>, 3> velocity;  ///< on lower faces [m/s]
};

/// What a band was since the frame before.
struct BandFrame {
  std::string scene, band;          ///< of which it is
  std::uint64_t run = 0;            ///< tells runs that differ apart
  std::uint64_t frame = 0;          ///< 0: how it begins
  double framesPerSecond = 0.0;     ///< of that run
  BandCells cells;                  ///< cells of all moments
  std::vector<BandMoment> moments;  ///< ascending in time; the last is that of the frame
};

/// Frames of one band that a run has written, from wherever it wrote them. Asked from any thread.
class BandFrames {
 public:
  virtual ~BandFrames() = default;
  /// @throws InputError "PATH: reason" if it is not there, damaged, or of another band
  [[nodiscard]] virtual BandFrame read(std::uint64_t frame) const = 0;
};

/// Liquid that comes into a world out of a band of another one.
struct SourceSpec {
  std::string name;                          ///< unique in a scene
  std::uint16_t material = 0;                ///< index into the world's materials
  std::shared_ptr<const BandFrames> frames;  ///< null if shapes are not built
};

/// A band as a step holds it.
struct HeldBand {
  BandCells cells;    ///< cells of the liquid
  BandMoment liquid;  ///< at the end of the step
  /// Of each face of its six sides: the part of a particle that has gone out there since the last one did
  /// [1]. The method's own; empty before its first step.
  std::vector<float> gone;
  std::uint16_t material = 0;         ///< index into the world's materials
  std::uint32_t colour = 0xffffffff;  ///< 0xAABBGGRR
};

/// Straight between two moments of the same cells.
/// @param time  between theirs [s]
[[nodiscard]] BandMoment between(const BandMoment& a, const BandMoment& b, double time);

/// Of wet cells, along an axis [m/s].
[[nodiscard]] float fastestOf(const BandCells& cells, const BandMoment& liquid);

}  // namespace ooze
