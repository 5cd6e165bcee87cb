#include <algorithm>
#include <cfloat>

#define GLFW_INCLUDE_NONE
#include "app/window/gui.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

namespace ooze {
namespace {

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
