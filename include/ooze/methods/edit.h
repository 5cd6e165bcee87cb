// Edits of a liquid by the user, and the records that undo them. An edit names a region of space, never
// particle indices, so that a method can undo the edit after the liquid has moved on.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"
#include "ooze/methods/links.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace ooze {

struct LiquidSeeds;

/// A region of space as a predicate: returns true for a position in the world [m] inside the region. The
/// callable must outlive the edit.
using Region = FunctionRef<bool(const Vec3&)>;

/// Removes the liquid inside the region.
struct EraseLiquid {
  Region within;  ///< region from which liquid is removed
};

/// Removes single particles.
struct EraseParticles {
  std::vector<std::uint32_t> ids;  ///< ids of the particles, ascending; ids that no particle has are skipped
};

/// Freezes the liquid inside the region. Frozen liquid acts like a wall: it has no velocity, and only a
/// command can move frozen liquid.
struct FreezeLiquid {
  Region within;  ///< region in which liquid is frozen
};

/// Lets frozen liquid inside the region move again.
struct ThawLiquid {
  Region within;  ///< region in which liquid is thawed
};

/// Adds new liquid.
struct AddLiquid {
  const LiquidSeeds& seeds;  ///< the new particles; must outlive the edit
};

/// Distance from the blade up to which liquid counts as beside the blade [h]. A cut marks liquid up to half
/// this distance.
inline constexpr float kCutReach = 2.5f;

/// Cuts liquid that links hold together. The cut removes every link that the blade crosses, and no new link
/// forms across the cut. Liquid that flows together by itself keeps no cut. Without links a cut changes
/// nothing.
struct CutLiquid {
  FunctionRef<bool(const Vec3&, const Vec3&)>
      crosses;  ///< whether the blade passes between two positions [m]
  /// Returns the signed distance of a position from the blade [m], negative behind the blade. The result is
  /// empty if the position is not beside the blade or farther away than kCutReach.
  FunctionRef<std::optional<float>(const Vec3&)> beside;
};

/// Runs one of the method's own actions (MethodRow::actions) on all of the liquid.
struct RunAction {
  std::string_view key;  ///< key of the action to run (MethodAction::key)
};

/// An edit of liquid with its arguments.
using Edit =
    std::variant<EraseLiquid, FreezeLiquid, ThawLiquid, AddLiquid, CutLiquid, RunAction, EraseParticles>;

/// The kinds of edits. EraseLiquid and EraseParticles are both of kind Erase.
enum class EditKind { Erase, Freeze, Thaw, Add, Cut, Action };

/// Names an edit without its arguments, as an undo record needs it.
struct EditName {
  EditKind kind;                 ///< type of the edit
  std::string_view action = {};  ///< key of the action, for EditKind::Action only
};

/// An undo record: the data that a method needs to undo one edit. Only the method that wrote the record
/// interprets its contents. Unused arrays are empty.
struct UndoRecord {
  std::vector<std::uint32_t> ids{};  ///< ids of the particles that the edit changed
  std::vector<LinkTie> ties{};       ///< links before the edit, to be restored by undo
  std::vector<std::byte> bytes{};    ///< data in the method's own format

  /// Returns the memory that the arrays take [bytes].
  [[nodiscard]] std::size_t size() const {
    return ids.size() * sizeof ids[0] + ties.size() * sizeof ties[0] + bytes.size();
  }
};

/// A piece of liquid that can move, passed to a VelocityChange.
struct Parcel {
  Vec3 position;  ///< position of the particle in the world [m]
  Vec3 velocity;  ///< velocity of the particle [m/s]
  std::uint16_t
      material;      ///< material index; the parcel's volume is the cube of this material's rest spacing
  std::uint32_t id;  ///< id of the particle
};

/// Returns the change of a parcel's velocity, to be added [m/s]. An empty result leaves the velocity bitwise
/// unchanged. Called from several threads at once.
using VelocityChange = FunctionRef<std::optional<Vec3>(const Parcel&)>;

}  // namespace ooze
