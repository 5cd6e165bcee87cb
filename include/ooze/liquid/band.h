// Grid sourcing: bands of recorded grid cells that transfer liquid from one run into another, downstream run
// (Rasmussen et al. 2004, grid sourcing).
#pragma once

#include "ooze/base/math.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ooze {

/// Largest number of values in a field of a band (BandCells::size()).
inline constexpr std::size_t kMaxBandCells = std::size_t{1} << 22;

/// A region of a world whose liquid is recorded for another run: all cells whose centres are in the box.
struct BandSpec {
  std::string name;  ///< name of the band, unique in a scene
  Aabb box;          ///< box that contains the centres of the recorded cells [m]
};

/// The cells of a band: all cells with first <= cell < first + count. Each cell is centred on the node
/// cell * side [m].
struct BandCells {
  float side = 0.f;               ///< edge of a cell, above 0 [m]
  glm::ivec3 first{0}, count{0};  ///< first cell and number of cells along x, y and z

  friend bool operator==(const BandCells&, const BandCells&) = default;

  /// Returns true if the cell belongs to the band.
  [[nodiscard]] bool contains(const glm::ivec3& cell) const {
    return glm::all(glm::greaterThanEqual(cell, first)) && glm::all(glm::lessThan(cell, first + count));
  }
  /// Returns the number of values in a field: (count.x + 1) (count.y + 1) (count.z + 1), x fastest. The extra
  /// layer on each upper side stores the upper faces of the last cells as its lower faces.
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(count.x + 1) * static_cast<std::size_t>(count.y + 1) *
           static_cast<std::size_t>(count.z + 1);
  }
  /// Returns the array index of a cell, below size().
  /// @param cell  a cell of the band, or of the extra layer on the upper sides
  [[nodiscard]] std::size_t indexOf(const glm::ivec3& cell) const {
    const glm::ivec3 at = cell - first;
    return (static_cast<std::size_t>(at.z) * static_cast<std::size_t>(count.y + 1) +
            static_cast<std::size_t>(at.y)) *
               static_cast<std::size_t>(count.x + 1) +
           static_cast<std::size_t>(at.x);
  }
};

/// Returns the cells of this side whose centres are in the box.
/// @param box   in the world [m]
/// @param side  edge of a cell, above 0 [m]
/// @return a count of 0 along each axis if the box contains no centre, or if a field would have more than
///         kMaxBandCells values
[[nodiscard]] BandCells cellsOf(const Aabb& box, float side);

/// The liquid of a band at one time. Every array holds BandCells::size() values.
struct BandState {
  double time = 0.0;             ///< time in the recorded run [s]
  std::vector<float> phi;        ///< signed distance (level set) of each cell, negative inside the liquid [m]
  std::vector<float> viscosity;  ///< kinematic viscosity of each cell [m^2/s]
  std::array<std::vector<float>, 3> velocity;  ///< velocity components on lower faces (MAC grid) [m/s]
};

/// The liquid of a band from the previous frame to this frame.
struct BandFrame {
  std::string scene, band;         ///< names of the scene and of the band in the scene
  std::uint64_t run = 0;           ///< identifies the run, so that runs with different results are told apart
  std::uint64_t frame = 0;         ///< frame number; 0 is the initial state
  double framesPerSecond = 0.0;    ///< frame rate of the recorded run, 1 .. 1000 [1/s]
  BandCells cells;                 ///< cells of the band, the same for all moments
  std::vector<BandState> moments;  ///< states in the frame, ascending in time; the last ends the frame
};

/// Reader for the frames that a run has recorded of one band. Safe to call from any thread.
class BandFrames {
 public:
  virtual ~BandFrames() = default;
  /// Reads one frame. @param frame  frame number; 0 is the initial state
  /// @throws InputError "PATH: reason" if the frame is missing, damaged, or belongs to another band
  [[nodiscard]] virtual BandFrame read(std::uint64_t frame) const = 0;
};

/// A source that brings liquid into a world from a recorded band of another world.
struct SourceSpec {
  std::string name;            ///< name of the source, unique in a scene
  std::uint16_t material = 0;  ///< material of the inflowing liquid, an index into the world's materials
  std::shared_ptr<const BandFrames> frames;  ///< recorded frames; null after loadSceneWithoutShapes()
};

/// A source band in the form that a time step uses.
struct SourceBand {
  BandCells cells;   ///< cells that the source fills
  BandState liquid;  ///< state of the recorded liquid at the end of the step
  /// For each face on the six sides of the band: fraction of a particle that has flowed out since the last
  /// particle was emitted [1]. Private to the method; empty before the first step.
  std::vector<float> gone;
  std::uint16_t material = 0;  ///< material of the inflowing liquid, an index into the world's materials
  std::uint32_t colour = 0xffffffff;  ///< colour of the inflowing liquid, 0xAABBGGRR in sRGB
};

/// Interpolates linearly in time between two moments of the same cells.
/// @param a, b  earlier and later moment, with arrays of equal sizes
/// @param time  clamped to a.time .. b.time [s]
/// @return the moment, with `time` as its time
[[nodiscard]] BandState between(const BandState& a, const BandState& b, double time);

/// Returns the largest absolute velocity component in and near the liquid [m/s]. Cells count whose centre is
/// less than a cell away from the surface.
/// @return 0 or more; 0 if no cell counts
[[nodiscard]] float maxSpeedOf(const BandCells& cells, const BandState& liquid);

}  // namespace ooze
