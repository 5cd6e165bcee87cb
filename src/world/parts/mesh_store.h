// Cache of the meshes that commands bring into a world; each file is read once.
#pragma once

#include "ooze/base/cancellation_token.h"
#include "ooze/bodies/bodies.h"
#include "ooze/world/command.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace ooze {

/// A mesh scaled to a given height, with the centre of its bounds at the origin.
struct ScaledMesh {
  SolidShape solid;
  ShapePtr shape;
  std::string note;  ///< how the solid differs from its mesh, in one line; empty if it does not
};

/// Says what a mesh is used for.
enum class ScaledMeshUse { Obstacle, Volume };

/// Cache of meshes and their signed distance fields. All states of one world share the store, so that
/// restoring an earlier state reads no file.
class MeshStore {
 public:
  /// @param leastWall  thickness that walls need in the world's method (leastWall()) [m]
  /// @param work  progress and cancellation token for reading and sampling; null: no progress and no
  /// cancellation
  explicit MeshStore(float interactionRadius, float leastWall = 0.f, CancellationToken* work = nullptr)
      : h_(interactionRadius), leastWall_(leastWall), work_(work) {}

  /// Returns the mesh of a command's text, scaled to a height; reads the file on first use.
  /// @param text    a file path, or a file name with content hash as returned by named()
  /// @param height  height to which the mesh is scaled [m]
  /// @param use     an obstacle, whose thin walls are thickened, or a volume to fill
  /// @throws InputError in one line if the file cannot be read, is not closed enough to have an inside, or
  /// does not match the hash
  /// @throws Cancelled if the store's cancellation token was cancelled
  const ScaledMesh& get(const std::string& text, SolidShape::SolidKind kind, float height, ScaledMeshUse use);
  /// Returns a scaled copy of a body. Thin walls act as thick at every scale.
  [[nodiscard]] Body scaled(const Body& made, float scale) const;
  /// Returns the least thickness of walls of the world's method [m].
  [[nodiscard]] float leastWall() const { return leastWall_; }
  /// Returns one line for each mesh whose solid differs from it, in the order of their first use.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// Returns the file name without folder, and the hash of the present content. The log then identifies the
  /// content without revealing the user's folders. A text that already has a hash only loses its folder. The
  /// file's path is remembered on this machine for findMeshFile().
  /// @throws InputError in one line, for the same reasons as get()
  [[nodiscard]] std::string named(const std::string& text) const;

 private:
  [[nodiscard]] Mesh load(const std::filesystem::path& file) const;
  [[nodiscard]] Mesh loadNamed(const std::string& text) const;

  float h_;  ///< interaction radius of the world, from which meshCell() derives cell sizes [m]
  float leastWall_;
  CancellationToken* work_;
  std::map<std::tuple<std::string, SolidShape::SolidKind, float, ScaledMeshUse>, ScaledMesh> meshes_;
  std::vector<std::string> notes_;
};

/// Returns the cell size of the signed distance field for a mesh that a command adds [m].
/// @param height  height of the scaled mesh [m]
float meshCell(float height, float interactionRadius);

/// Returns the path of the mesh file that a text names. For a text with a hash, that is the path where the
/// content was last seen on this machine.
std::filesystem::path findMeshFile(const std::string& text);

/// Converts a text with a path, as older saves hold, to the form that named() returns.
std::string withoutFolder(const std::string& text);

/// Searches a folder for the mesh file of a text, and remembers the path if found. Does nothing if the
/// content is still at a known path.
void searchMeshIn(const std::filesystem::path& folder, const std::string& text);

/// Same as prepareMesh(command, interactionRadius, leastWall), with progress and cancellation.
/// @throws Cancelled if `work` was cancelled
std::string prepareMesh(const Command& command, float interactionRadius, float leastWall,
                        CancellationToken& work);

}  // namespace ooze
