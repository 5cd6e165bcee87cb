// Links between particles that a method keeps from step to step: springs, bonds. Not every method has any.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze {

/// A link as it is cut and tied again: the ids of its ends and its rest length [m].
struct LinkTie {
  std::uint32_t a, b;
  float restLength;
};

/// Which sides of which cuts particles are on: by id, in bits of the method's own; and how far each has been
/// kneaded since [1], which may be left out.
struct CutSides {
  std::vector<std::uint32_t> ids, sides;
  std::vector<float> kneaded{};
};

/// Liquid this near to a blade counts as beside it [h]: twice as far as a cut marks it.
inline constexpr float kCutReach = 2.5f;

/// What a cut did.
struct CutMade {
  std::vector<LinkTie> ties;  ///< links that went
  CutSides marked;            ///< what particles were marked with
};

/// Of a method that has links.
class Links {
 public:
  virtual ~Links() = default;

  [[nodiscard]] virtual std::size_t count() const = 0;
  /// Calls visit(id, id, rest length [m]) once for every link, in any order.
  virtual void visit(FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const = 0;
  /// Strain of the links at each particle [1]: the mean of (r - L) / L, positive where they are stretched,
  /// each counting by how much it pulls; 0 without links. By index.
  [[nodiscard]] virtual std::vector<float> strains() const = 0;

  /// Ties every pair of neighbours that no link ties yet, at their present distance, where the materials have
  /// links (Clavet 2005, section 5: elastic solids). Indices may change. What was cut is whole again.
  virtual void tieNeighbours(const Threads&) = 0;
  /// Removes every link; nothing is cut any more.
  virtual void removeAll() = 0;
  /// Cuts liquid that links hold: those that the blade crosses go, and none comes between the two sides from
  /// now on. Liquid that flows together by itself keeps no cut.
  /// @param crosses  whether the blade comes between two places
  /// @param beside  how far from the blade a place is [m], below 0 behind it; nothing if it is not beside it
  ///     or farther than kCutReach
  virtual CutMade cut(FunctionRef<bool(const Vec3&, const Vec3&)> crosses,
                      FunctionRef<std::optional<float>(const Vec3&)> beside) = 0;
  /// Of all particles that are beside a cut.
  [[nodiscard]] virtual CutSides cutSides() const = 0;
  /// Marks particles that are still there, or takes these marks from them.
  virtual void markSides(const CutSides& sides, bool marked) = 0;
  /// Ties these pairs, those tied already anew, and leaves out those of which an end is no longer there.
  virtual void tie(std::span<const LinkTie> ties) = 0;

 protected:
  Links() = default;
  Links(const Links&) = default;
  Links& operator=(const Links&) = default;
};

}  // namespace ooze
