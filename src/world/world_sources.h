// Liquid that comes into a world out of bands of other runs, as its steps hold it.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/world/world.h"

#include <span>
#include <vector>

namespace ooze {

/// A band that is not as it should be: shorter steps are no help.
class SourceFault : public RunError {
 public:
  using RunError::RunError;
};

/// Reads the frames of bands as time comes to them, and keeps the two that it is between.
class WorldSources {
 public:
  /// Those of the specification, which outlives this.
  explicit WorldSources(const WorldSpec& spec);

  [[nodiscard]] bool none() const { return held_.empty(); }
  /// All of them at a time [s]; they stay until the next call.
  /// @throws SourceFault if a band does not reach so far, is damaged, or of other cells than the world's
  std::span<HeldBand> hold(double time);
  /// Of liquid in them in the frame that begins at this time or before it [s, m/s]. @throws SourceFault as
  /// hold()
  [[nodiscard]] float fastest(double time) const;

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in);

 private:
  /// Of one source, what was read last.
  struct Read {
    BandFrame before, after;  ///< two frames, one after the other; none before the first is read
  };
  void read(std::size_t source, double time) const;
  [[nodiscard]] BandFrame frameOf(std::size_t source, std::uint64_t frame) const;
  void requireFitting(std::size_t source, const BandFrame& frame) const;

  const WorldSpec* spec_;
  std::vector<HeldBand> held_;
  mutable std::vector<Read> read_;  // what files hold, which does not change
};

}  // namespace ooze
