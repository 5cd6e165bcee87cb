// The nozzles of a world: those of its specification, and those that commands add to them.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"
#include "ooze/liquid/emitter.h"
#include "ooze/world/world.h"

#include "world/targets.h"
#include "world/world_materials.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze {

class WorldEmitters {
 public:
  /// Those of the specification, which outlives this.
  explicit WorldEmitters(const WorldSpec& spec);

  [[nodiscard]] const std::vector<Emitter>& list() const { return list_; }
  [[nodiscard]] std::size_t added() const { return added_.size(); }  ///< how many
  /// The number in the name of the nozzle that was added last of those that are there; 0 if none is.
  [[nodiscard]] std::uint32_t lastNumber() const { return added_.empty() ? 0 : added_.back(); }
  /// True if one that was added is no nozzle that a hand carries about.
  [[nodiscard]] bool anyStays() const;

  /// True if a command has set when one stops.
  [[nodiscard]] bool anyStopSet() const;

  /// Sets what the target names of the nozzle that it names, unless it is a material that never came.
  /// @param materials  how many there are
  void write(const Target& target, const Command& command, std::size_t materials);
  /// @return its number; nothing if there was no room or no such material
  std::optional<std::uint32_t> add(std::span<const float> values, std::size_t materials);
  void remove(std::uint32_t number);  ///< one that was added, if it is still there

  /// What flows in a step of this length, nozzle after nozzle.
  /// @param time  at the step's start [s]
  /// @param room  particles that may still come, asked anew for every nozzle
  /// @param flow  takes it
  void emit(double time, float dt, const WorldMaterials& materials, FunctionRef<std::uint64_t()> room,
            FunctionRef<void(LiquidSeeds&)> flow);

  /// What is written beside what there always is.
  struct Parts {
    bool kinds = false;  ///< what each added one is, which otherwise is one that a hand carries about
    bool stops = false;  ///< when each stops, which otherwise is as specified
    bool jets = false;   ///< Emitter::saveJet()
  };
  void save(ByteWriter& out, const Parts& parts) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in, const Parts& parts, std::size_t materials);

 private:
  [[nodiscard]] double specifiedStop(std::size_t index) const;

  const WorldSpec* spec_;
  std::vector<Emitter> list_;
  std::vector<std::uint32_t> added_;  ///< numbers of those behind the ones of the specification, ascending
};

}  // namespace ooze
