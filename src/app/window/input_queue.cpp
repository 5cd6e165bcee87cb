#include "app/window/input_queue.h"

#include <algorithm>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace ooze {
namespace {

// Frames to wait after a click or key until a widget that it may have opened accepts typed text.
constexpr int kSettlingFrames = 3;

// Returns true for keys that type a character. Such keys need no separation, because the character comes as
// text.
bool writes(const KeyEvent& key) { return key.key < GLFW_KEY_ESCAPE && !key.control; }
bool isModifier(const KeyEvent& key) {
  return key.key >= GLFW_KEY_LEFT_SHIFT && key.key <= GLFW_KEY_RIGHT_SUPER;
}

class Portion {
 public:
  bool admits(const WindowEvent& event) const {
    return std::visit([this](const auto& e) { return admitsOne(e); }, event);
  }
  void note(const WindowEvent& event) {
    if (const auto* button = std::get_if<ButtonEvent>(&event)) buttons_.push_back(button->button);
    if (const auto* key = std::get_if<KeyEvent>(&event); key && acts(*key)) keys_.push_back(key->key);
    text_ = text_ || std::holds_alternative<TextEvent>(event);
  }

  [[nodiscard]] bool clicked() const { return !buttons_.empty(); }
  [[nodiscard]] bool keyed() const { return !keys_.empty(); }

 private:
  static bool acts(const KeyEvent& e) { return !e.repeated && !writes(e) && !isModifier(e); }

  // A key may move the target of a click, and the pointer must reach the target before the click.
  bool admitsOne(const ButtonEvent& e) const { return keys_.empty() && !text_ && !holds(buttons_, e.button); }
  bool admitsOne(const MoveEvent&) const { return buttons_.empty(); }
  bool admitsOne(const ScrollEvent&) const { return buttons_.empty(); }
  bool admitsOne(const KeyEvent& e) const {
    if (isModifier(e)) return buttons_.empty() && (e.pressed || keys_.empty());
    return buttons_.empty() && (!acts(e) || !holds(keys_, e.key));
  }
  bool admitsOne(const TextEvent&) const { return buttons_.empty() && keys_.empty(); }
  bool admitsOne(const DropEvent&) const { return true; }

  static bool holds(const std::vector<int>& codes, int code) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
  }

  std::vector<int> buttons_, keys_;  ///< GLFW codes that have changed in this portion
  bool text_ = false;
};

}  // namespace

void InputQueue::add(const std::vector<WindowEvent>& events) {
  waiting_.insert(waiting_.end(), events.begin(), events.end());
}

bool InputQueue::mustWait(const WindowEvent& event) const {
  const auto* key = std::get_if<KeyEvent>(&event);
  const bool types = std::holds_alternative<TextEvent>(event) || (key && writes(*key) && key->pressed);
  return (afterClick_ > 0 && (types || key)) || (afterKey_ > 0 && types);
}

std::vector<WindowEvent> InputQueue::next() {
  std::vector<WindowEvent> portion;
  Portion noted;
  afterClick_ = std::max(afterClick_ - 1, 0);
  afterKey_ = std::max(afterKey_ - 1, 0);
  while (!waiting_.empty() && noted.admits(waiting_.front()) && !mustWait(waiting_.front())) {
    noted.note(waiting_.front());
    portion.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
  }
  if (noted.clicked()) afterClick_ = kSettlingFrames;
  if (noted.keyed()) afterKey_ = kSettlingFrames;
  return portion;
}

}  // namespace ooze
