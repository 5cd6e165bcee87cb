// The materials of a world, and the interaction functions of their pairs.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"
#include "ooze/world/world.h"

#include "world/commands/command_scope.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze {

class WorldMaterials {
 public:
  /// Starts with the materials of the specification, which must outlive this object.
  WorldMaterials(const WorldSpec& spec, const MethodRow& method);

  [[nodiscard]] const MethodRow& method() const { return *method_; }
  [[nodiscard]] const std::vector<MaterialDefinition>& list() const { return list_; }
  [[nodiscard]] const MaterialDefinition& operator[](std::size_t i) const { return list_[i]; }
  [[nodiscard]] std::size_t size() const { return list_.size(); }
  /// Returns the method settings of the specification, with the present pair functions.
  [[nodiscard]] const MethodSettings& settings() const { return settings_; }
  [[nodiscard]] const PairTable& pairs() const { return settings_.pairs; }
  [[nodiscard]] bool pairsChanged() const;  ///< true if the pair functions differ from the specification

  /// The method's values for the present materials: MethodRow::stableStep, restSpacing and restDensity.
  [[nodiscard]] StableStep stableStep(const Vec3& gravity) const;
  /// Returns the edge of the cube that a particle of the material fills at rest [m].
  [[nodiscard]] float restSpacing(std::size_t material) const;
  [[nodiscard]] float restDensity(std::size_t material) const;
  [[nodiscard]] double particleMass(std::size_t material) const;  ///< mass of a particle at rest spacing [kg]
  void giveTo(Method& method) const;

  /// Sets a value of one material or of all.
  void write(const ResolvedSetting& setting, const SettingValue& value);
  /// Adds a material.
  /// @return false if the list is full or the name is in use
  bool add(const AddMaterial& command);
  /// Sets a pair function, or a part of one.
  /// @return false if the function has changed since the command was checked, and no longer has the point
  bool writePair(const ResolvedSetting& setting, const SettingValue& value, const CommandScope& scope);

  /// @param withPairs  also writes the pair functions, which otherwise are the specification's
  void save(ByteWriter& out, bool withPairs) const;
  /// @throws InputError if the bytes end early or make no sense
  /// @param withTemperatures  false: the save is older than the temperature parameters of materials
  void restore(ByteReader& in, bool withPairs, bool withTemperatures);

 private:
  void restorePairs(ByteReader& in);
  [[nodiscard]] std::size_t firstLaterRow(bool withTemperatures) const;
  [[nodiscard]] float valueAtStart(std::size_t material, std::size_t row) const;

  const WorldSpec* spec_;
  const MethodRow* method_;
  MethodSettings settings_;
  std::vector<MaterialDefinition> list_;  ///< materials of the specification, then added materials
};

}  // namespace ooze
