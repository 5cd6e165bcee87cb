// The bodies of a world: bodies of the specification, and bodies that commands add.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/bodies/bodies.h"
#include "ooze/world/world.h"

#include "world/commands/command_scope.h"
#include "world/parts/added_body.h"
#include "world/parts/mesh_store.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze {

class WorldBodies {
 public:
  /// Sets the bodies up for the first step. Specification and mesh store must outlive this object.
  WorldBodies(const WorldSpec& spec, MeshStore& meshes);

  [[nodiscard]] Bodies& all() { return bodies_; }
  [[nodiscard]] const std::vector<Body>& list() const { return bodies_.list; }
  [[nodiscard]] std::size_t added() const { return added_.size(); }  ///< number of added bodies
  /// Returns the number in the name of the last added body that still exists; 0 if none exists.
  [[nodiscard]] std::uint32_t lastNumber() const { return added_.empty() ? 0 : added_.back().number; }
  [[nodiscard]] bool anyScaled() const;

  /// Sets a value of a body.
  void write(const ResolvedSetting& setting, const SettingValue& value);
  /// Sets the pull of a present body, or ends the pull of a body.
  /// @return false if no body of this name exists
  bool pull(const std::string& name, const std::optional<Pull>& pull);
  /// Adds a body.
  /// @return the number in the body's name; nothing if the world has too many added bodies
  std::optional<std::uint32_t> add(const AddBody& command);
  std::optional<std::uint32_t> add(const AddMeshBody& command);
  void remove(std::uint32_t number);  ///< removes an added body, if it still exists
  void removeAdded();
  /// Sets the velocities of all dynamic bodies to 0.
  void bringToRest();
  /// Makes bodies absent that left the domain or fell out of the world.
  void removeStray();

  /// Serializes all added bodies with their state.
  [[nodiscard]] std::vector<std::byte> serializeAdded() const;
  /// Restores the bodies of serializeAdded() whose numbers are not in use.
  /// @throws InputError if the bytes are not of serializeAdded(), or the file of a mesh is gone
  void putBack(std::span<const std::byte> kept);
  /// Validates the bytes of serializeAdded(), except for the existence of mesh files.
  /// @throws InputError if the bytes are not of serializeAdded()
  static void validateUndoRecord(std::span<const std::byte> kept);

  /// @param withScales  also writes the scale of each body, which otherwise must be 1
  void save(ByteWriter& out, bool withScales) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in, bool withScales);

 private:
  std::optional<std::uint32_t> add(AddedBody what, float density, const Pose& pose);
  void insert(const AddedBody& what);
  void setScale(std::size_t index, float scale);
  /// Returns the index in the list of the added body with this rank.
  [[nodiscard]] std::ptrdiff_t placeOf(std::ptrdiff_t added) const;

  const WorldSpec* spec_;
  MeshStore* meshes_;
  Bodies bodies_;                 ///< bodies of the specification, then added bodies
  std::vector<AddedBody> added_;  ///< descriptions of the added bodies, sorted by ascending number
  /// Centre of each body when the position was last set, in the order of bodies_ [m].
  std::vector<Vec3> origins_;
};

}  // namespace ooze
