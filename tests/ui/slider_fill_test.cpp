// Tests of the slider fill. A slider is filled up to ImGui's handle, and its text stays readable at any
// position of the handle.
#include "ui/widgets/slider_fill.h"

#include "ooze/base/parameter.h"

#include "panel_driver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

struct SliderCase {
  const char* format;
  float value, lower, upper;
  Scale scale;
};
void PrintTo(const SliderCase& s, std::ostream* out) {
  *out << s.value << " of " << s.lower << " .. " << s.upper;
}

class SliderTextTest : public PanelDriver {
 protected:
  static constexpr float kSliderWidth = 200.f;

  /// Bounding box of a triangle that is drawn in the handle's colour.
  struct Triangle {
    ImVec2 lower, upper;
  };

  /// Returns the triangles that a slider draws in this colour, relative to its upper left corner.
  template <class Draw>
  std::vector<Triangle> trianglesOf(ImU32 colour, const Draw& draw) {
    ImGui::NewFrame();
    ImGui::Begin("sliders");
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::SetNextItemWidth(kSliderWidth);
    draw();
    std::vector<Triangle> triangles;
    const ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int i = 0; i + 2 < list.IdxBuffer.Size; i += 3) {
      Triangle t{{1e9f, 1e9f}, {-1e9f, -1e9f}};
      bool whole = true;
      for (int k = 0; k < 3; ++k) {
        const ImDrawVert& v = list.VtxBuffer[list.IdxBuffer[i + k]];
        whole &= v.col == colour;
        t.lower = {std::min(t.lower.x, v.pos.x - corner.x), std::min(t.lower.y, v.pos.y - corner.y)};
        t.upper = {std::max(t.upper.x, v.pos.x - corner.x), std::max(t.upper.y, v.pos.y - corner.y)};
      }
      if (whole) triangles.push_back(t);
    }
    ImGui::End();
    ImGui::Render();
    return triangles;
  }
  static float middleOf(const std::vector<Triangle>& triangles) {
    float begin = std::numeric_limits<float>::max(), end = std::numeric_limits<float>::lowest();
    for (const Triangle& t : triangles) begin = std::min(begin, t.lower.x), end = std::max(end, t.upper.x);
    return 0.5f * (begin + end);
  }
  static void slide(const SliderCase& s) {
    float value = s.value;
    ImGui::SliderFloat("##value", &value, s.lower, s.upper, s.format,
                       s.scale == Scale::Logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  }
  std::vector<Triangle> handle(float part, const SliderText& text) {
    return trianglesOf(ImGui::GetColorU32(theme_.accent), [&] {
      const SliderFill fill(theme_, part, false, text);
      slide({"%.2f", 0.f, 0.f, 1.f, Scale::Linear});
    });
  }
  float widthOf(const ImFont* font, const std::string& text) const {
    return font->CalcTextSizeA(font->FontSize, 1e9f, 0.f, text.c_str()).x;
  }
};

class SliderFillTest : public SliderTextTest, public testing::WithParamInterface<SliderCase> {};

TEST_P(SliderFillTest, TheHandleIsWhereImGuiTakesItToBe) {
  const SliderCase s = GetParam();
  const float part = static_cast<float>(sliderFraction(s.value, s.lower, s.upper, s.scale));
  const ImVec4 kMarked{1.f, 0.f, 1.f, 1.f};
  std::vector<Triangle> imGuis;
  for (int i = 0; i < 2; ++i)
    imGuis = trianglesOf(ImGui::GetColorU32(kMarked), [&] {
      ImGui::PushStyleColor(ImGuiCol_SliderGrab, kMarked);
      ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, sliderHandle(theme_));
      slide(s);
      ImGui::PopStyleVar();
      ImGui::PopStyleColor();
    });
  EXPECT_NEAR(middleOf(imGuis), 3.5f + part * (kSliderWidth - 4.f - 3.f),
              // The position is rounded, hence a tolerance of 0.75 pixels.
              0.75f);
  EXPECT_NEAR(middleOf(handle(part, {"5"})), middleOf(imGuis), 0.75f);
}

TEST_F(SliderTextTest, TheHandleCrossesNoTextAtAnyPosition) {
  frame();
  for (const SliderText& text : {SliderText{"0.06 h"}, SliderText{"0.06", "0.024 N/m", true}}) {
    const float value = widthOf(theme_.text, text.value), aside = widthOf(theme_.small, text.aside);
    const float begin = text.atEnds ? 6.f : 0.5f * (kSliderWidth - value);
    int crossed = 0, inTheWay = 0, seen = 0;
    for (int i = 0; i <= 200; ++i) {
      const std::vector<Triangle> triangles = handle(static_cast<float>(i) / 200.f, text);
      seen += triangles.empty() ? 0 : 1;
      const float middle = 0.5f * ImGui::GetFrameHeight();
      for (const Triangle& t : triangles) {
        const bool overValue = t.upper.x > begin && t.lower.x < begin + value;
        const bool overAside =
            text.atEnds && t.upper.x > kSliderWidth - 6.f - aside && t.lower.x < kSliderWidth - 6.f;
        if (!overValue && !overAside) continue;
        ++inTheWay;
        crossed += t.lower.y < middle + 8.f ? 1 : 0;  // only the edge of the handle lies lower
      }
    }
    EXPECT_EQ(seen, 201) << "there is always a handle";
    EXPECT_GT(inTheWay, 0) << "else this tests nothing";
    EXPECT_EQ(crossed, 0) << text.value;
  }
}

INSTANTIATE_TEST_SUITE_P(Scales, SliderFillTest,
                         testing::Values(SliderCase{"%.2f", 0.3f, 0.f, 1.f, Scale::Linear},
                                         SliderCase{"%.2f", -9.81f, -30.f, 30.f, Scale::Linear},
                                         SliderCase{"%.4g 1/frame", 4.f, 0.1f, 30.f, Scale::Logarithmic},
                                         SliderCase{"%.4g", 0.01f, 0.01f, 30.f, Scale::Logarithmic},
                                         SliderCase{"%.0f mm", 12.f, 1.f, 100.f, Scale::Logarithmic},
                                         SliderCase{"as liquid", 70.f, 0.1f, 100.f, Scale::Logarithmic},
                                         SliderCase{"%.2f", 2.f, 0.f, 1.f, Scale::Linear}));

}  // namespace
}  // namespace ooze::ui
