// Random input for the window (monkey testing): keys, clicks, drags, the mouse wheel and window sizes in
// random order.
#pragma once

#include "ui/state/shortcuts.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace ooze {

/// Generates random user actions as arguments of xdotool. The same seed gives the same actions.
class Monkey {
 public:
  /// @param width, height  size of the screen that receives the input
  Monkey(std::uint32_t seed, int width, int height);

  /// Returns one user action, at a pace that a window with software rendering keeps up with.
  std::string act();
  /// Returns a random window size: usually a usable size, sometimes almost nothing or a narrow strip.
  /// @param window  X id of the window
  std::string resize(const std::string& window);

 private:
  int below(int count);
  std::string place();
  std::string typed(int count);
  std::string withModifiers(const std::string& action);
  std::string press();
  std::string drag();

  int width_, height_;
  std::mt19937 random_;
  std::vector<ui::Shortcut> keys_;
};

}  // namespace ooze
