// Mesh files on their way into the world: read, asked about, sampled, added.
#pragma once

#include "ooze/base/math.h"

#include "ui/file_dialog.h"
#include "ui/marks.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {

/// What a mesh becomes.
enum class MeshUse { Collider, Liquid, Mould, Dynamic };

struct MeshFacts {
  std::size_t triangles = 0;
  Vec3 size{1.f};             ///< of its box, in the file's unit
  double volume = 0.0;        ///< that it encloses, in the file's unit cubed
  std::string open;           ///< why it does not count as closed, or ""
  std::vector<Stroke> shape;  ///< some of its edges, scaled to height 1, the middle of its box at the origin
};

/// A file that the user is asked about.
struct MeshOffer {
  std::filesystem::path file;
  std::optional<Vec2> at;          ///< where in the view it was dropped, as Pointer::at
  std::optional<MeshFacts> facts;  ///< unset while it is read
};

/// What to make of it, and where.
struct MeshOrder {
  std::filesystem::path file;
  MeshUse use = MeshUse::Collider;
  Vec3 centre{0.f};          ///< of its box [m]
  float height = 0.1f;       ///< [m]
  float density = 400.f;     ///< of a dynamic body [kg/m^3]
  std::size_t material = 0;  ///< of liquid, an index in the world
  float h = 0.02f;           ///< of that world [m]
  Vec3 turn{0.f};            ///< as meshTurn() [degrees]
  std::string firmBy{};      ///< the deed by which liquid keeps the shape that it comes with; "": none
};

/// Every call returns at once.
class MeshDesk {
 public:
  virtual ~MeshDesk() = default;

  /// @param at  where in the view it was dropped, if it was
  virtual void offer(std::filesystem::path file, std::optional<Vec2> at) = 0;
  /// The first that waits for an answer, or null.
  [[nodiscard]] virtual const MeshOffer* current() const = 0;
  /// How many wait behind it.
  [[nodiscard]] virtual std::size_t waiting() const = 0;
  /// Answers: the present one is to be added, or forgotten.
  virtual void accept(const MeshOrder& order) = 0;
  virtual void dismiss() = 0;
};

/// The answers that the dialog has so far.
struct MeshChoice {
  enum class Place { Dropped, Ground, Camera, Typed };

  std::filesystem::path file;  ///< that they are for
  MeshUse use = MeshUse::Collider;
  float unit = 1.f;             ///< of the file [m]
  std::optional<float> height;  ///< unset until it is known how large the mesh is [m]
  float usualHeight = 0.1f;     ///< that it has by itself, in its unit [m]
  Vec3 turn{0.f};               ///< as meshTurn() [degrees]
  Place place = Place::Ground;
  float density = 400.f;       ///< [kg/m^3]
  bool firm = true;            ///< liquid that can keeps the shape that it comes with
  std::optional<Vec3> centre;  ///< where `place` is [m]
};

/// Asks for a mesh file, where the last one was found; at first in the home folder.
/// @param desk  must outlive the request
FileRequest meshRequest(MeshDesk& desk);

/// Has one of meshExtensions().
bool isMeshFile(const std::filesystem::path& file);

}  // namespace ooze::ui
