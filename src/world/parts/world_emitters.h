// The nozzles (emitters) of a world: nozzles of the specification, and nozzles that commands add.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"
#include "ooze/liquid/emitter.h"
#include "ooze/methods/method.h"
#include "ooze/world/world.h"

#include "world/commands/command_scope.h"
#include "world/parts/world_materials.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze {

class WorldEmitters {
 public:
  /// Starts with the nozzles of the specification, which must outlive this object.
  explicit WorldEmitters(const WorldSpec& spec);

  [[nodiscard]] const std::vector<Emitter>& list() const { return list_; }
  [[nodiscard]] std::size_t added() const { return added_.size(); }  ///< number of added nozzles
  /// Returns the number in the name of the last added nozzle that still exists; 0 if none exists.
  [[nodiscard]] std::uint32_t lastNumber() const { return added_.empty() ? 0 : added_.back(); }
  /// Returns true if an added nozzle stays in place, instead of following the mouse.
  [[nodiscard]] bool anyStays() const;

  /// Returns true if a command has changed the stop time of a nozzle.
  [[nodiscard]] bool anyStopSet() const;

  /// Sets a value of a nozzle. A material index that does not exist is ignored.
  /// @param materials  number of materials
  void write(const ResolvedSetting& setting, const SettingValue& value, std::size_t materials);
  /// Adds a nozzle.
  /// @return the number in the nozzle's name; nothing if the world has too many added nozzles or no such
  /// material
  std::optional<std::uint32_t> add(const AddEmitter& command, std::size_t materials);
  void remove(std::uint32_t number);  ///< removes an added nozzle, if it still exists

  /// Emits the liquid of one step, nozzle by nozzle.
  /// @param time     start of the step [s]
  /// @param lattice  arrangement of the particles in jets, MethodRow::jetLattice
  /// @param room     returns how many particles may still be added; called for every nozzle
  /// @param flow     receives the liquid of each nozzle, and the number in the name of a nozzle that follows
  ///                 the mouse; 0 for other nozzles
  void emit(double time, float dt, const WorldMaterials& materials, JetLattice lattice,
            FunctionRef<std::uint64_t()> room, FunctionRef<void(LiquidSeeds&, std::uint32_t)> flow);

  /// Gives the liquid in the pipes of open nozzles the speed of its nozzle. Grid methods have inlets instead.
  /// @param time    end of the step [s]
  /// @param length  length of a pipe beyond the opening [m]
  void guideJets(double time, float length, const WorldMaterials& materials, Method& method,
                 const Threads& threads) const;

  /// Optional parts of the serialized form, by save format version.
  struct Parts {
    bool kinds = false;  ///< kind of each added nozzle; otherwise every one follows the mouse
    bool stops = false;  ///< stop time of each nozzle; otherwise as in the specification
    bool jets = false;   ///< length of each nozzle's jet (Emitter::saveJet()); otherwise not stored
  };
  void save(ByteWriter& out, const Parts& parts) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in, const Parts& parts, std::size_t materials);

 private:
  [[nodiscard]] double specifiedStop(std::size_t index) const;

  const WorldSpec* spec_;
  std::vector<Emitter> list_;
  /// Numbers of the added nozzles, ascending. Added nozzles follow the nozzles of the specification in the
  /// list.
  std::vector<std::uint32_t> added_;
};

}  // namespace ooze
