// The bodies of a world: those of its specification, and those that commands add to them.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/bodies/bodies.h"
#include "ooze/world/world.h"

#include "world/added_body.h"
#include "world/mesh_store.h"
#include "world/targets.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze {

class WorldBodies {
 public:
  /// As they stand before the first step. Specification and meshes outlive this.
  WorldBodies(const WorldSpec& spec, MeshStore& meshes);

  [[nodiscard]] Bodies& all() { return bodies_; }
  [[nodiscard]] const std::vector<Body>& list() const { return bodies_.list; }
  [[nodiscard]] std::size_t added() const { return added_.size(); }  ///< how many
  /// The number in the name of the body that was added last of those that are there; 0 if none is.
  [[nodiscard]] std::uint32_t lastNumber() const { return added_.empty() ? 0 : added_.back().number; }
  [[nodiscard]] bool anyScaled() const;
  /// True for places inside of a solid.
  [[nodiscard]] bool contain(const Vec3& place) const;

  /// Sets what the target names of the body that it names.
  void write(const Target& target, const Command& command);
  /// @return its number; nothing if there was no room
  std::optional<std::uint32_t> add(const Command& command, TargetField field);
  void remove(std::uint32_t number);  ///< one that was added, if it is still there
  void removeAdded();
  /// Takes the velocities of those that forces move.
  void bringToRest();
  /// Makes those absent that left the domain or fell out of the world.
  void removeStray();

  /// All that were added, as they are.
  [[nodiscard]] std::vector<std::byte> keptAdded() const;
  /// Those of keptAdded() whose numbers are free come back.
  /// @throws InputError if the bytes are not of keptAdded(), or the file of a mesh is gone
  void putBack(std::span<const std::byte> kept);
  /// The same check, but for what is gone of the files of meshes. @throws InputError
  static void requireKept(std::span<const std::byte> kept);

  /// @param withScales  with the scale of each, which otherwise is 1
  void save(ByteWriter& out, bool withScales) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in, bool withScales);

 private:
  void insert(const AddedBody& what);
  void setScale(std::size_t index, float scale);
  /// Where in the list the added ones begin, from this one of them on.
  [[nodiscard]] std::ptrdiff_t placeOf(std::ptrdiff_t added) const;

  const WorldSpec* spec_;
  MeshStore* meshes_;
  Bodies bodies_;                 ///< those of the specification, then those added
  std::vector<AddedBody> added_;  ///< ascending in number
  std::vector<Vec3> origins_;     ///< where each body was put last: its centre [m]
};

}  // namespace ooze
