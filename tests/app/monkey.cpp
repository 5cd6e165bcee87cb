#include "monkey.h"

#include <array>
#include <fmt/format.h>
#include <stdexcept>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace ooze {
namespace {

// Keys to which dialogs and text fields respond.
constexpr std::array kDialogKeys{"Return",    "Escape",  "Down",      "Up",       "Left",   "Right",
                                 "Page_Down", "Page_Up", "Tab",       "Home",     "space",  "End",
                                 "a",         "x",       "7",         "minus",    "period", "ctrl+a",
                                 "ctrl+v",    "ctrl+c",  "BackSpace", "shift+Tab"};
constexpr int kTypedKeys = 4;  // number of keys typed into a file dialog before it is closed

/// Returns the X keysym name of a GLFW key. GLFW's codes of printable keys are ASCII.
std::string keysym(int key) {
  switch (key) {
    case GLFW_KEY_SPACE:
      return "space";
    case GLFW_KEY_PERIOD:
      return "period";
    case GLFW_KEY_COMMA:
      return "comma";
    case GLFW_KEY_MINUS:
      return "minus";
    case GLFW_KEY_EQUAL:
      return "equal";
    case GLFW_KEY_LEFT_BRACKET:
      return "bracketleft";
    case GLFW_KEY_RIGHT_BRACKET:
      return "bracketright";
    case GLFW_KEY_ESCAPE:
      return "Escape";
    case GLFW_KEY_DELETE:
      return "Delete";
    case GLFW_KEY_HOME:
      return "Home";
    case GLFW_KEY_TAB:
      return "Tab";
    case GLFW_KEY_LEFT:
      return "Left";
    case GLFW_KEY_RIGHT:
      return "Right";
    default:
      break;
  }
  if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) return {static_cast<char>('a' + key - GLFW_KEY_A)};
  if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return {static_cast<char>(key)};
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return fmt::format("F{}", key - GLFW_KEY_F1 + 1);
  throw std::logic_error(fmt::format("key {} has no X name here", key));
}

bool asksForAFile(ui::Action action) {
  using ui::Action;
  return action == Action::OpenFile || action == Action::AddMesh || action == Action::SaveSession ||
         action == Action::SaveSessionAs || action == Action::SaveScene ||
         action == Action::BackgroundPicture;
}

}  // namespace

Monkey::Monkey(std::uint32_t seed, int width, int height) : width_(width), height_(height), random_(seed) {
  for (const ui::Shortcut& s : ui::shortcuts(ui::KeyMap::Ooze))
    if (s.chord.key != 0 && s.action != ui::Action::Quit) keys_.push_back(s);
}

int Monkey::below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

std::string Monkey::place() {
  const int x = below(width_), y = below(height_);
  return fmt::format("mousemove {} {} ", x, y);
}

std::string Monkey::typed(int count) {
  std::string keys;
  for (int i = 0; i < count; ++i)
    keys += fmt::format("key {} sleep 0.06 ",
                        kDialogKeys.at(static_cast<std::size_t>(below(kDialogKeys.size()))));
  return keys;
}

std::string Monkey::withModifiers(const std::string& action) {
  constexpr std::array kModifiers{"ctrl", "shift", "alt"};
  if (below(4) != 0) return action;
  const std::string held = kModifiers.at(static_cast<std::size_t>(below(kModifiers.size())));
  return fmt::format("keydown {0} {1} keyup {0} ", held, action);
}

// Presses a random shortcut. A file dialog gets a few typed keys and is closed at once, because random
// clicks could eventually save a file anywhere on this machine.
std::string Monkey::press() {
  const ui::Shortcut& s = keys_.at(static_cast<std::size_t>(below(static_cast<int>(keys_.size()))));
  const std::string key = fmt::format("key {}{}{} ", s.chord.control ? "ctrl+" : "",
                                      s.chord.shift ? "shift+" : "", keysym(s.chord.key));
  if (!asksForAFile(s.action)) return key;
  return key + "sleep 0.1 " + typed(kTypedKeys) + "key Escape sleep 0.05 key Escape sleep 0.05 ";
}

std::string Monkey::drag() {
  const int button = 1 + below(3);
  const std::string from = place(), way = place(), to = place();
  return fmt::format("{0} mousedown {1} sleep 0.06 {2} sleep 0.06 {3} sleep 0.06 mouseup {1} ", from, button,
                     way, to);
}

std::string Monkey::act() {
  constexpr int kKinds = 20;
  const int kind = below(kKinds);
  std::string action;
  if (kind < 8) return press();
  if (kind < 10) return typed(1);
  if (kind < 13)
    action = drag();
  else if (kind < 15)
    action = place() + fmt::format("click {} ", 4 + below(2));  // turns the mouse wheel
  else if (kind < 16)
    action = place() + "click --repeat 2 --delay 40 1 ";
  else
    action = place() + fmt::format("click {} ", below(6) == 0 ? 3 : 1);
  return withModifiers(action);
}

std::string Monkey::resize(const std::string& window) {
  constexpr std::array<std::array<int, 2>, 4> kNarrow{{{1, 1}, {2000, 90}, {120, 1000}, {333, 333}}};
  int width = width_ / 2 + below(width_ / 2), height = height_ / 2 + below(height_ / 2);
  std::string sizes;
  if (below(4) == 0) {
    const auto& [w, h] = kNarrow.at(static_cast<std::size_t>(below(kNarrow.size())));
    sizes = fmt::format("windowsize {} {} {} sleep 0.2 ", window, w, h);
  }
  if (below(3) == 0) {
    width = width_;
    height = height_;
  }
  return sizes + fmt::format("windowsize {} {} {} ", window, width, height);
}

}  // namespace ooze
