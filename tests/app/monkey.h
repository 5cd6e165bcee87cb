// A hand that does anything: keys, clicks, drags, the wheel and window sizes in no order.
#pragma once

#include "ui/shortcuts.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace ooze {

/// Draws what to do next, as arguments of xdotool; the same for the same seed.
class Monkey {
 public:
  /// @param width, height  of the screen that it plays on
  Monkey(std::uint32_t seed, int width, int height);

  /// One thing that a hand does, at a pace that a window in software keeps up with.
  std::string act();
  /// Another size for a window: mostly a sound one, now and then nothing or a strip. @param window  its X id
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
