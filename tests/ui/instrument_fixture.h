// A test fixture that draws one panel without a window, as wide as the strip under the view.
#pragma once

#include "panel_screen.h"

namespace ooze::ui {

class InstrumentTest : public PanelScreen {
 protected:
  static constexpr float kWidth = 900.f, kHeight = 220.f;

  explicit InstrumentTest(void (*panel)(PanelContext&)) : PanelScreen(kWidth, kHeight), panel_(panel) {}

  void drawPanels(PanelContext& context) override { drawInPane(panel_, context); }
  void moveTo(float x, float y) {
    ImGui::GetIO().MousePos = {x, y};
    frame();
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
  /// Clicks a grid of places until `done` returns true. @return whether it ever did
  template <class Done>
  bool clickUntil(const Done& done, float left, float right, float stepX = 12.f, float stepY = 9.f) {
    for (float y = 6.f; y < kHeight && !done(); y += stepY)
      for (float x = left; x < right && !done(); x += stepX) click(x, y);
    return done();
  }

  void (*panel_)(PanelContext&);
};

}  // namespace ooze::ui
