// A panel alone in an ImGui context without a window, as wide as the strip under the view.
#pragma once

#include "fixtures/recording_session.h"
#include "ui/panels/panel.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <memory>
#include <vector>

namespace ooze::ui {

class InstrumentTest : public testing::Test {
 protected:
  static constexpr float kWidth = 900.f, kHeight = 220.f;

  explicit InstrumentTest(void (*panel)(PanelContext&)) : panel_(panel), imgui_(ImGui::CreateContext()) {
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {kWidth, kHeight};
    theme_ = applyTheme(1.f);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  ~InstrumentTest() override { ImGui::DestroyContext(imgui_); }

  void frame() {
    const LiveValues live;
    PanelContext context{view_,    live,   {},       {},
                         theme_,   state_, session_, [this](Action action) { performed_.push_back(action); },
                         services_};
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0.f, 0.f});
    ImGui::SetNextWindowSize({kWidth, kHeight});
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
    panel_(context);
    ImGui::End();
    ImGui::Render();
  }
  void moveTo(float x, float y) {
    ImGui::GetIO().MousePos = {x, y};
    frame();
    frame();
  }
  void click(float x, float y) {
    moveTo(x, y);
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      frame();
    }
    frame();
  }
  void drag(float fromX, float y, float toX) {
    moveTo(fromX, y);
    ImGui::GetIO().MouseDown[0] = true;
    frame();
    for (int k = 1; k <= 10; ++k) {
      ImGui::GetIO().MousePos.x = fromX + (toX - fromX) * 0.1f * static_cast<float>(k);
      frame();
    }
    ImGui::GetIO().MouseDown[0] = false;
    frame();
  }
  void wheel(float x, float y, float notches) {
    moveTo(x, y);
    ImGui::GetIO().MouseWheel = notches;
    frame();
    ImGui::GetIO().MouseWheel = 0.f;
    frame();
  }
  /// Clicks a grid of places until something came of it. @return whether anything did
  template <class Done>
  bool clickUntil(const Done& done, float left, float right, float stepX = 12.f, float stepY = 9.f) {
    for (float y = 6.f; y < kHeight && !done(); y += stepY)
      for (float x = left; x < right && !done(); x += stepX) click(x, y);
    return done();
  }

  void (*panel_)(PanelContext&);
  ImGuiContext* imgui_;
  Theme theme_;
  SessionView view_;
  InterfaceState state_;
  RecordingSession session_;
  Services services_;
  std::vector<Action> performed_;
};

}  // namespace ooze::ui
