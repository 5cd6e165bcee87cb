// Interface of a side-by-side comparison for the user interface. Side 0 is A, on the left.
#pragma once

#include "world/commands/world_values.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ooze {

class Comparison {
 public:
  virtual ~Comparison() = default;

  /// Returns the side whose values panels show and change.
  [[nodiscard]] virtual std::size_t focus() const = 0;
  virtual void setFocus(std::size_t side) = 0;
  /// Returns true if panels change both worlds.
  [[nodiscard]] virtual bool editsBoth() const = 0;
  virtual void setEditsBoth(bool both) = 0;
  /// Returns true if the worlds use different methods. Each then has its own parameters, so only one world
  /// can be edited.
  [[nodiscard]] virtual bool comparesMethods() const { return false; }
  /// Returns true if tools act on both worlds.
  [[nodiscard]] virtual bool toolsBoth() const = 0;
  virtual void setToolsBoth(bool both) = 0;

  virtual void swap() = 0;
  /// Copies this side to the other.
  virtual void copy(std::size_t from) = 0;

  [[nodiscard]] virtual const std::vector<Difference>& differences() const = 0;
  /// Returns a label of a side: the material's name, or the first few values that differ.
  [[nodiscard]] virtual std::string label(std::size_t side) const = 0;
  /// True while a copy is in progress.
  [[nodiscard]] virtual bool waiting() const = 0;
};

}  // namespace ooze
