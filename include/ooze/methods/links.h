// Links between particles that a method keeps from step to step: springs, bonds. Not every method has any.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze {

/// A link: the ids of its ends and its rest length [m].
struct LinkTie {
  std::uint32_t a, b;  ///< ids of the two ends
  float restLength;    ///< [m]
};

/// Which sides of which cuts particles are on: by id, in bits of the method's own; and how far each has been
/// kneaded since [1], which may be left out.
struct CutSides {
  std::vector<std::uint32_t> ids, sides;  ///< particle ids; bit masks of sides in the method's own encoding
  std::vector<float> kneaded{};           ///< amount of kneading since the cut [1]; may be empty
};

/// Of a method that has links.
class Links {
 public:
  virtual ~Links() = default;

  /// Returns the number of links.
  [[nodiscard]] virtual std::size_t count() const = 0;
  /// Calls visit(id, id, rest length [m]) once for every link, in any order.
  virtual void visit(FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const = 0;
  /// Of all particles that are beside a cut.
  [[nodiscard]] virtual CutSides cutSides() const = 0;

 protected:
  Links() = default;
  Links(const Links&) = default;
  Links& operator=(const Links&) = default;
};

}  // namespace ooze
