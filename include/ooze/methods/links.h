// Links between particles that a method keeps from one time step to the next, such as springs. Some methods
// have no links.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze {

/// One link between two particles.
struct LinkTie {
  std::uint32_t a, b;  ///< particle ids of the two ends
  float restLength;    ///< length at which the link exerts no force [m]
};

/// The sides of cuts that particles are marked with. Arrays of equal length, one entry per marked particle.
struct CutSides {
  std::vector<std::uint32_t> ids, sides;  ///< particle ids; bit masks of cut sides in the method's format
  std::vector<float> kneaded{};           ///< strain of each particle since the cut [1]; may be empty
};

/// Interface of a method that has links. Owned by the method and valid as long as the method.
class Links {
 public:
  virtual ~Links() = default;

  /// Returns the number of links.
  [[nodiscard]] virtual std::size_t count() const = 0;
  /// Calls visit(id, id, rest length [m]) once for every link, in unspecified order.
  virtual void visit(FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const = 0;
  /// Returns the cut marks of all particles beside a cut; empty arrays if there is no cut.
  [[nodiscard]] virtual CutSides cutSides() const = 0;

 protected:
  Links() = default;
  Links(const Links&) = default;
  Links& operator=(const Links&) = default;
};

}  // namespace ooze
