// What is done to liquid by hand: in a region of space, never to particles by index, and so that it can be
// taken back while the liquid moves on.
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

/// True of the places that are meant [m].
using Region = FunctionRef<bool(const Vec3&)>;

/// Removes the liquid inside a region.
struct EraseLiquid {
  Region within;  ///< where to remove liquid
};

/// It stands where it is like a wall: it has no velocity, and moves by nothing but a command.
struct FreezeLiquid {
  Region within;  ///< where to freeze liquid
};

/// What was frozen moves again.
struct ThawLiquid {
  Region within;  ///< where to thaw liquid
};

/// Adds new liquid.
struct AddLiquid {
  const LiquidSeeds& seeds;  ///< the new particles
};

/// Liquid this near to a blade counts as beside it [h]: twice as far as a cut marks it.
inline constexpr float kCutReach = 2.5f;

/// Cuts liquid that links hold: those that the blade crosses go, and none comes between the two sides from
/// now on. Liquid that flows together by itself keeps no cut; without links there is nothing to cut.
struct CutLiquid {
  FunctionRef<bool(const Vec3&, const Vec3&)> crosses;  ///< whether the blade comes between two places
  /// How far from the blade a place is [m], below 0 behind it; nothing if it is not beside it or farther than
  /// kCutReach.
  FunctionRef<std::optional<float>(const Vec3&)> beside;
};

/// One of MethodRow::deeds.
struct CarryOutDeed {
  std::string_view key;  ///< MethodDeed::key
};

/// An edit of liquid with its arguments.
using Edit = std::variant<EraseLiquid, FreezeLiquid, ThawLiquid, AddLiquid, CutLiquid, CarryOutDeed>;

/// The kinds of edits, in the order of Edit.
enum class EditKind { Erase, Freeze, Thaw, Add, Cut, Deed };

/// Which edit it was, without what it was done with.
struct EditName {
  EditKind kind;               ///< kind of the edit
  std::string_view deed = {};  ///< of EditKind::Deed: its key
};

/// What takes an edit back. Only whoever wrote it looks into it.
struct KeptEdit {
  std::vector<std::uint32_t> ids{};  ///< particle ids
  std::vector<LinkTie> ties{};       ///< links
  std::vector<std::byte> bytes{};    ///< data in the method's own format

  [[nodiscard]] std::size_t size() const {  ///< [bytes]
    return ids.size() * sizeof ids[0] + ties.size() * sizeof ties[0] + bytes.size();
  }
};

/// A piece of liquid that can move, as one sees it who changes its velocity.
struct Parcel {
  Vec3 position;           ///< [m]
  Vec3 velocity;           ///< [m/s]
  std::uint16_t material;  ///< of which it is what fills one rest spacing cubed
  std::uint32_t id;        ///< of the particle
};

/// The change of a parcel's velocity [m/s]; nothing leaves it as it is, to the bit.
using VelocityChange = FunctionRef<std::optional<Vec3>(const Parcel&)>;

}  // namespace ooze
