// Inflow from band files: liquid that another run recorded at its border and that this world takes in.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/world/world.h"

#include <span>
#include <vector>

namespace ooze {

/// Thrown if a band file is missing, damaged or made for other cells. The world then stops at once, without
/// repeating the frame in shorter steps, which could not help.
class SourceFault : public RunError {
 public:
  using RunError::RunError;
};

/// Reads the frames of band files as the world reaches their times, and keeps the two frames around the
/// present time for interpolation.
class WorldSources {
 public:
  /// Starts with the sources of the specification, which must outlive this object.
  explicit WorldSources(const WorldSpec& spec);

  [[nodiscard]] bool none() const { return held_.empty(); }
  /// Returns the bands interpolated to a time [s]. The result is valid until the next call.
  /// @throws SourceFault if a band is too short, damaged, or has another cell size than the world
  std::span<SourceBand> hold(double time);
  /// Returns the greatest speed of the liquid in the bands during one frame [m/s]. The frame contains `time`
  /// or begins at `time` [s].
  /// @throws SourceFault if a band is too short or damaged, as for hold()
  [[nodiscard]] float fastest(double time) const;

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in);

 private:
  /// The frames of one source that were read last.
  struct Read {
    BandFrame before, after;  ///< two consecutive frames; empty before the first read
  };
  void read(std::size_t source, double time) const;
  [[nodiscard]] BandFrame frameOf(std::size_t source, std::uint64_t frame) const;
  void requireFitting(std::size_t source, const BandFrame& frame) const;

  const WorldSpec* spec_;
  std::vector<SourceBand> held_;
  mutable std::vector<Read> read_;  // frames of each source that were read last, as a cache of the band files
};

}  // namespace ooze
