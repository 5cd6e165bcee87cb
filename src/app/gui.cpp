#include "app/gui.h"

#include <algorithm>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

namespace ooze {

Gui::Gui(GlfwWindow& window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // fixed panels: there is nothing to remember in a file
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
  ImGui_ImplOpenGL3_Init("#version 410 core");
  theme_.scale = 0.f;
}

Gui::~Gui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void Gui::begin(float scale) {
  if (scale != theme_.scale) {
    theme_ = ui::applyTheme(scale);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void Gui::end() {
  popupOpen_ = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

// Not what ImGui calls hovered: that is where the pointer was in the last frame, which may be long ago.
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
