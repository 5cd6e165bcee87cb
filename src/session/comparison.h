// Two worlds side by side, as the interface sees them. Side 0 is A, on the left.
#pragma once

#include "world/world_values.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ooze {

class Comparison {
 public:
  virtual ~Comparison() = default;

  /// The side whose values panels show and change.
  [[nodiscard]] virtual std::size_t focus() const = 0;
  virtual void setFocus(std::size_t side) = 0;
  /// Whether panels change both.
  [[nodiscard]] virtual bool editsBoth() const = 0;
  virtual void setEditsBoth(bool both) = 0;
  /// Each has sliders of its own, which say nothing to the other: only one can be edited.
  [[nodiscard]] virtual bool ofTwoMethods() const { return false; }
  /// Whether tools act on both.
  [[nodiscard]] virtual bool toolsBoth() const = 0;
  virtual void setToolsBoth(bool both) = 0;

  virtual void swap() = 0;
  /// The other side becomes as this one is.
  virtual void copy(std::size_t from) = 0;

  [[nodiscard]] virtual const std::vector<Difference>& differences() const = 0;
  /// The material's name, and of what differs the first few values.
  [[nodiscard]] virtual std::string label(std::size_t side) const = 0;
  /// True while a copy is on its way.
  [[nodiscard]] virtual bool waiting() const = 0;
};

}  // namespace ooze
