// Import of mesh files into the world: queue of files to read, dialog choices, placement and preview while
// the dialog is open, and the order to sample and add a mesh.
#pragma once

#include "ooze/base/math.h"

#include "ui/overlays/overlay_strokes.h"
#include "ui/state/file_dialog.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {

struct ToolContext;

/// The role of an imported mesh.
enum class MeshUse { Collider, Liquid, Mould, Dynamic };

struct MeshProperties {
  std::size_t triangles = 0;
  Vec3 size{1.f};             ///< size of the bounding box, in the file's unit
  double volume = 0.0;        ///< enclosed volume, in the file's unit cubed
  std::string open;           ///< why the mesh is not closed, or ""
  std::vector<Stroke> shape;  ///< some edges of the mesh, scaled to height 1, with the centre of the bounding
                              ///< box at the origin
};

/// A mesh file in the queue, about which the dialog asks the user.
struct MeshImport {
  std::filesystem::path file;
  std::optional<Vec2> at;               ///< drop position in the view, as Pointer::at
  std::optional<MeshProperties> facts;  ///< unset while the file is being read
};

/// The user's answer: the role of the mesh and its placement.
struct MeshImportAnswer {
  std::filesystem::path file;
  MeshUse use = MeshUse::Collider;
  Vec3 centre{0.f};          ///< centre of the bounding box [m]
  float height = 0.1f;       ///< height of the bounding box [m]
  float density = 400.f;     ///< density of a dynamic body [kg/m^3]
  std::size_t material = 0;  ///< material of liquid, an index into the world's materials
  float h = 0.02f;           ///< interaction radius of the world [m]
  float leastWall = 0.f;     ///< thickness that walls need in the world's method (leastWall()) [m]
  Vec3 turn{0.f};            ///< rotation, as meshRotation() [degrees]
  /// Key of the method action that makes liquid keep its initial shape; "": none.
  std::string shapeKeepingAction{};
};

/// Queue of mesh imports. Every call returns at once.
class MeshImportQueue {
 public:
  virtual ~MeshImportQueue() = default;

  /// Adds a file to the queue.
  /// @param at  position in the view where the file was dropped, if the file was dropped
  virtual void offer(std::filesystem::path file, std::optional<Vec2> at) = 0;
  /// Returns the first file that waits for an answer, or null.
  [[nodiscard]] virtual const MeshImport* current() const = 0;
  /// Returns the number of files that wait behind the current file.
  [[nodiscard]] virtual std::size_t waiting() const = 0;
  /// Answers for the current file: adds the mesh, or (dismiss) drops the file.
  virtual void accept(const MeshImportAnswer& order) = 0;
  virtual void dismiss() = 0;
};

/// The choices made in the import dialog so far.
struct MeshChoice {
  enum class MeshPlace { Dropped, Ground, Camera, Typed };

  std::filesystem::path file;  ///< file that the choices belong to
  MeshUse use = MeshUse::Collider;
  float unit = 1.f;             ///< unit of the file [m]
  std::optional<float> height;  ///< chosen height of the mesh [m]; unset until the size of the mesh is known
  float usualHeight = 0.1f;     ///< height of the mesh in its own unit [m]
  Vec3 turn{0.f};               ///< rotation, as meshRotation() [degrees]
  MeshPlace place = MeshPlace::Ground;
  float density = 400.f;       ///< density of a dynamic body [kg/m^3]
  bool firm = true;            ///< liquid of a suitable material keeps its initial shape
  std::optional<Vec3> centre;  ///< centre chosen by `place` [m]
};

/// Builds the file dialog request for a mesh file. The dialog starts in the last used folder, at first in the
/// home folder.
/// @param desk  must outlive the request
FileRequest meshRequest(MeshImportQueue& desk);

/// Returns whether the file has one of meshExtensions().
bool isMeshFile(const std::filesystem::path& file);

/// Updates the choice from the view: the position, and the height until the user chooses a height.
void followMeshChoice(const ToolContext& context, const MeshImport& offer, MeshChoice& choice);

/// Adds the preview of the mesh to the overlay. @param choice  as updated by followMeshChoice()
void addMeshPreview(const MeshProperties& facts, const MeshChoice& choice, std::vector<Stroke>& strokes);

}  // namespace ooze::ui
