// Base class of all particle methods. Implements the parts of Method that do not depend on the paper. Edits
// name regions of space, and only this class converts regions to particle indices.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/particle_liquid.h"
#include "particles/selection.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ooze {

inline constexpr std::string_view kDensityKey = "density", kExposureKey = "exposure";

/// Lists the neighbours of particle i within `reach`, nearest first; equal distances are ordered by id.
/// Brute-force search, for inspection only.
/// @param reach  search radius [m]
/// @param h  interaction radius for InspectedNeighbour::q [m]
[[nodiscard]] std::vector<InspectedNeighbour> inspectNeighbours(const Particles& particles, std::size_t i,
                                                                float reach, float h);

/// Runs the stages of a time step: measures the time of each, and then calls the observer.
class StageRunner {
 public:
  StageRunner(StepContext& context, const Method& method) : context_(context), method_(method) {}

  /// Runs one stage. @param stage  StageDescription::name
  template <class Run>
  void operator()(std::string_view stage, const Run& run) const {
    const StageTimer::Scope scope(context_.timer, stage);
    run();
    if (context_.observer) context_.observer->afterStage(stage, method_);
  }

 private:
  StepContext& context_;
  const Method& method_;
};

/// A method on particles. A derived class implements the physics. If it keeps data per particle outside the
/// registered arrays, it also overrides insertion, removal and serialization.
class ParticleMethod : public Method {
 public:
  void beginFrame() final { liquid_.particles.frameStart = liquid_.particles.position; }
  [[nodiscard]] LiquidView view() const override { return {.particles = &liquid_.particles}; }
  /// Returns density or exposure. Derived classes add their own fields.
  [[nodiscard]] std::vector<float> gather(std::string_view key, float dt) const override {
    if (key == kDensityKey) return liquid_.particles.density;
    if (key == kExposureKey) return liquid_.particles.exposure;
    return Method::gather(key, dt);
  }
  void recolour(std::uint16_t material, std::uint32_t colour) override { liquid_.recolour(material, colour); }
  void save(ByteWriter& out, const Threads& /*threads*/) const override { liquid_.save(out); }
  void restore(ByteReader& in) override;
  void changeVelocities(VelocityChange change, const Threads& threads) final;
  void insert(const LiquidSeeds& seeds) override;
  void keepWithin(const Aabb& box, const Threads& threads) final;
  UndoRecord edit(const Edit& edit, const Threads& threads) final;
  void revert(const EditName& name, const UndoRecord& kept, std::uint64_t room, float elapsed) final;
  void validateUndoRecord(const EditName& name, const UndoRecord& kept) const final;

  // Edits by particle index.
  void freeze(std::span<const std::uint32_t> particles, bool frozen);
  /// Erases particles. The last particles move into the freed places, so indices change.
  /// @param particles  indices in ascending order
  virtual void erase(std::span<const std::uint32_t> particles) { liquid_.erase(particles); }
  /// Serializes the data that putBack() needs to restore these particles after their removal.
  virtual void keep(std::span<const std::uint32_t> particles, ByteWriter& out) const;
  /// Restores particles written by keep(), with their ids, up to `room` particles. Particles whose ids exist
  /// already stay unchanged.
  /// @throws InputError if keep() could not have written the bytes
  virtual void putBack(ByteReader& in, std::uint64_t room, float elapsed);
  /// Validates bytes for putBack().
  /// @throws InputError if putBack() would reject the bytes
  virtual void validateUndoParticles(ByteReader& in) const;

 protected:
  /// @param reach  radius of the neighbour search [m]
  explicit ParticleMethod(float reach) : liquid_(reach) {}

  /// Returns the valid ranges of values in a saved state.
  [[nodiscard]] virtual StateBounds bounds() const = 0;
  [[nodiscard]] virtual std::size_t materialCount() const = 0;
  /// Cuts links and runs actions. The default implementations do nothing, for methods without links or
  /// actions.
  virtual UndoRecord cut(const CutLiquid& /*blade*/) { return {}; }
  virtual UndoRecord carryOut(const RunAction& /*deed*/, const Threads& /*threads*/) { return {}; }
  virtual void revertCut(const UndoRecord& /*kept*/) {}
  virtual void revertAction(const UndoRecord& /*kept*/) {}
  /// Validates the links in an undo record.
  /// @throws InputError if neither a cut nor an action could have produced the record
  virtual void validateUndoLinks(const EditName& name, const UndoRecord& kept) const;

  ParticleLiquid liquid_;

 private:
  UndoRecord eraseForUndo(std::span<const std::uint32_t> particles);
  std::vector<std::uint32_t> setFrozen(std::vector<std::uint32_t> particles, bool frozen);

  OutsideSearch outside_;
};

}  // namespace ooze
