// The materials of a world, and what holds between pairs of them.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"
#include "ooze/world/world.h"

#include "world/targets.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze {

class WorldMaterials {
 public:
  /// Those of the specification, which outlives this.
  WorldMaterials(const WorldSpec& spec, const MethodRow& method);

  [[nodiscard]] const MethodRow& method() const { return *method_; }
  [[nodiscard]] const std::vector<MaterialDefinition>& list() const { return list_; }
  [[nodiscard]] const MaterialDefinition& operator[](std::size_t i) const { return list_[i]; }
  [[nodiscard]] std::size_t size() const { return list_.size(); }
  /// Those of the specification, but for the pairs.
  [[nodiscard]] const MethodSettings& settings() const { return settings_; }
  [[nodiscard]] const PairTable& pairs() const { return settings_.pairs; }
  [[nodiscard]] bool pairsChanged() const;  ///< from those of the specification

  /// What the method says of them: MethodRow::stableStep, restSpacing and restDensity.
  [[nodiscard]] StableStep stableStep(const Vec3& gravity) const;
  [[nodiscard]] float restSpacing(std::size_t material) const;  ///< [m]
  [[nodiscard]] float restDensity(std::size_t material) const;
  [[nodiscard]] double particleMass(std::size_t material) const;  ///< at rest [kg]
  void giveTo(Method& method) const;

  /// Sets what the target names of one material, or of all.
  void write(const Target& target, const Command& command);
  bool add(const Command& command);  ///< @return true if there was room and none of its name
  /// Sets the function that the target is of, or part of which.
  /// @return false if the function has changed since this was checked: it has no such point any more
  bool writePair(const Target& target, const Command& command, const TargetScope& scope);

  /// @param withPairs  with their functions, which otherwise are the specification's
  void save(ByteWriter& out, bool withPairs) const;
  /// @throws InputError if the bytes end early or make no sense
  /// @param withTemperatures  else it is a save from before materials had rows for them
  void restore(ByteReader& in, bool withPairs, bool withTemperatures);

 private:
  void restorePairs(ByteReader& in);
  void addLaterValues(MaterialDefinition& m, std::size_t number) const;

  const WorldSpec* spec_;
  const MethodRow* method_;
  MethodSettings settings_;
  std::vector<MaterialDefinition> list_;  ///< those of the specification, then those added
};

}  // namespace ooze
