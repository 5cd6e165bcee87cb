// Meshes that commands bring into a world, read once.
#pragma once

#include "ooze/base/long_work.h"
#include "ooze/bodies/bodies.h"
#include "ooze/world/command.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <tuple>

namespace ooze {

/// A mesh scaled to a height, the middle of its bounds at the origin.
struct SizedMesh {
  SolidShape solid;
  ShapePtr shape;
};

/// Shared by all the states that one world goes through, so that going back to an earlier one reads no file.
class MeshStore {
 public:
  /// @param work  of whoever watches the reading and sampling; null: nobody does
  explicit MeshStore(float interactionRadius, LongWork* work = nullptr)
      : h_(interactionRadius), work_(work) {}

  /// @param text    a file, or the name of one and the hash of its content as named() gives them
  /// @param height  [m]
  /// @throws InputError in one line if it cannot be read, is not closed enough to have an inside, or is not
  /// what the hash says
  /// @throws Cancelled
  const SizedMesh& get(const std::string& text, SolidShape::Kind kind, float height);
  /// The file's name without its folder and the hash of what is there now, so that a log names a content and
  /// tells nobody where it lay; as it is if it has a hash. Where it lies is noted (meshPlace()).
  /// @throws InputError as get()
  [[nodiscard]] std::string named(const std::string& text) const;

 private:
  [[nodiscard]] Mesh load(const std::filesystem::path& file) const;
  [[nodiscard]] Mesh loadNamed(const std::string& text) const;

  float h_;  ///< [m]
  LongWork* work_;
  std::map<std::tuple<std::string, SolidShape::Kind, float>, SizedMesh> meshes_;
};

/// The grid's spacing for the distances of a mesh that a command brings in. @param height  [m]
float meshCell(float height, float interactionRadius);

/// Where the mesh of such a text is: a file, or where its content was last seen on this machine.
std::filesystem::path meshPlace(const std::string& text);

/// The text of a command that an older save holds, with an absolute path in it, as named() would give it.
std::string withoutFolder(const std::string& text);

/// If the content of such a text is known nowhere any more, and a file of its name is in this folder, that is
/// where it will be looked for.
void lookForMeshIn(const std::filesystem::path& folder, const std::string& text);

/// As prepareMesh(command, interactionRadius). @throws Cancelled
void prepareMesh(const Command& command, float interactionRadius, LongWork& work);

}  // namespace ooze
