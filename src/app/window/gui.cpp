#include "app/window/gui.h"

#include <algorithm>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <cfloat>
#include <imgui.h>
#include <imgui_internal.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace ooze {
namespace {

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

void setKey(ImGuiIO& io, const KeyEvent& event) {
  if (event.key < 0 || event.key >= IM_ARRAYSIZE(io.KeysDown)) return;
  io.KeysDown[event.key] = event.pressed;
  const auto held = [&io](int left, int right) { return io.KeysDown[left] || io.KeysDown[right]; };
  io.KeyCtrl = held(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
  io.KeyShift = held(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
  io.KeyAlt = held(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT);
  io.KeySuper = held(GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER);
}

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

Gui::Gui(GlfwWindow& window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // the panels are fixed, so ImGui has no layout to save
  // Input comes through take(). The backend would show ImGui only the latest state per frame and lose short
  // clicks.
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), false);
  glfwSetWindowFocusCallback(window.handle(), ImGui_ImplGlfw_WindowFocusCallback);
  glfwSetCursorEnterCallback(window.handle(), ImGui_ImplGlfw_CursorEnterCallback);
  ImGui_ImplOpenGL3_Init("#version 410 core");
  theme_.scale = 0.f;
}

Gui::~Gui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void Gui::take(const WindowEvent& event) {
  ImGuiIO& io = ImGui::GetIO();
  if (const auto* key = std::get_if<KeyEvent>(&event)) setKey(io, *key);
  if (const auto* text = std::get_if<TextEvent>(&event)) io.AddInputCharacter(text->character);
  if (const auto* move = std::get_if<MoveEvent>(&event)) pointer_ = move->at;
  if (const auto* scroll = std::get_if<ScrollEvent>(&event)) io.MouseWheel += scroll->notches;
  if (const auto* button = std::get_if<ButtonEvent>(&event)) {
    pointer_ = button->at;
    if (button->button < 0 || button->button >= static_cast<int>(buttons_.size())) return;
    buttons_[static_cast<std::size_t>(button->button)] = button->pressed;
    // Decide by the time of the clicks instead of the time of the frames, which may be long.
    constexpr float kSurely = 1e6f;  // time limit that makes ImGui accept the press as a double click [s]
    if (button->pressed) io.MouseDoubleClickTime = button->twice ? kSurely : 0.f;
  }
}

void Gui::begin(float scale) {
  if (scale != theme_.scale) {
    theme_ = ui::applyTheme(scale);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGuiIO& io = ImGui::GetIO();
  const bool within = io.MousePos.x != -FLT_MAX;
  if (within && pointer_) io.MousePos = {pointer_->x, pointer_->y};
  std::copy(buttons_.begin(), buttons_.end(), io.MouseDown);
  ImGui::NewFrame();
}

void Gui::end() {
  popupOpen_ = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  dialogOpen_ = ImGui::GetTopMostPopupModal() != nullptr;
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

// ImGui's hovered state is not used, because it belongs to the last frame, which may be long ago.
bool Gui::takesClick(const Vec2& at) const {
  const ImVector<ImGuiWindow*>& windows = ImGui::GetCurrentContext()->Windows;
  return popupOpen_ || std::any_of(windows.begin(), windows.end(), [&at](const ImGuiWindow* window) {
           constexpr int kNotInTheWay = ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_NoMouseInputs;
           return window->WasActive && !window->Hidden && (window->Flags & kNotInTheWay) == 0 &&
                  window->Rect().Contains({at.x, at.y});
         });
}

bool Gui::typing() const { return ImGui::GetIO().WantTextInput; }

}  // namespace ooze
