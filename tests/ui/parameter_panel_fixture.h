// A test fixture for the sliders of the parameter panel.
#pragma once

#include "panel_driver.h"

#include <cmath>
#include <imgui_internal.h>
#include <optional>
#include <string>
#include <string_view>

namespace ooze::ui {

inline constexpr float kSlider = 210.f, kExplain = 291.f, kReset = 313.f;  // x of the columns [pixels]

class ParameterPanelTest : public PanelDriver {
 protected:
  ParameterPanelTest() { panel_ = drawParameterPanel; }

  bool asked() const { return !session_.commands.empty(); }
  /// Returns the rectangle of a parameter's row, as the tour finds it.
  ViewRect rowAt(std::string_view key) {
    state_.tourOpen = true;
    state_.tourSpot = {key, false, std::nullopt};
    frame();
    state_.tourOpen = false;
    return state_.tourSpot.part.value_or(ViewRect{});
  }
  /// Returns the text on the screen once the mouse rests on the row of a parameter.
  std::string rowText(std::string_view key) {
    const ViewRect row = rowAt(key);
    move(40.f, row.y + 0.5f * row.height);
    frames(3);
    return words();
  }
  bool rowShowsText(std::string_view key, const char* what) {
    return rowText(key).find(what) != std::string::npos;
  }
  /// Returns whether a warning mark is drawn between the slider of a row and the button to its right.
  bool isMarked(std::string_view key) {
    const ViewRect row = rowAt(key);
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float middle =
        kWidth - ImGui::GetStyle().WindowPadding.x - 2.f * ImGui::GetFrameHeight() - 0.5f * gap;
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (int l = 0; l < drawn.CmdListsCount; ++l)
      for (const ImDrawVert& corner : drawn.CmdLists[l]->VtxBuffer)
        if (std::abs(corner.pos.x - middle) < 0.5f * gap - 1.5f && corner.pos.y > row.y &&
            corner.pos.y < row.bottom())
          return true;
    return false;
  }
  void forget() {
    session_.commands.clear();
    session_.edits.clear();
    session_.editsEnded = 0;
  }
};

}  // namespace ooze::ui
