// Sliders are filled up to where ImGui draws their handle.
#include "ui/slider_fill.h"

#include "ooze/base/parameter.h"

#include "panel_driver.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ooze::ui {
namespace {

struct Slid {
  const char* format;
  float value, lower, upper;
  Scale scale;
};
void PrintTo(const Slid& s, std::ostream* out) { *out << s.value << " of " << s.lower << " .. " << s.upper; }

class SliderFillTest : public PanelDriver, public testing::WithParamInterface<Slid> {
 protected:
  static constexpr float kSliderWidth = 200.f;

  /// Where the handle begins, from what ImGui has drawn.
  float handle(const Slid& s, float part) {
    ImGui::NewFrame();
    ImGui::Begin("sliders");
    const float left = ImGui::GetCursorScreenPos().x;
    ImGui::SetNextItemWidth(kSliderWidth);
    float value = s.value, begin = std::numeric_limits<float>::max();
    {
      const SliderFill fill(theme_, part, false);
      const ImU32 colour = ImGui::GetColorU32(ImGuiCol_SliderGrab);
      ImGui::SliderFloat("##value", &value, s.lower, s.upper, s.format,
                         s.scale == Scale::Logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
      for (const ImDrawVert& vertex : ImGui::GetWindowDrawList()->VtxBuffer)
        if (vertex.col == colour) begin = std::min(begin, vertex.pos.x);
    }
    ImGui::End();
    ImGui::Render();
    return begin - left;
  }
};

TEST_P(SliderFillTest, EndsAtTheHandle) {
  const Slid s = GetParam();
  const float part = static_cast<float>(sliderPart(s.value, s.lower, s.upper, s.scale));
  handle(s, part);
  const float begin = handle(s, part);
  EXPECT_NEAR(begin, 2.f + part * (kSliderWidth - 4.f - 3.f), 0.75f);  // of a pixel, where it is rounded
}

INSTANTIATE_TEST_SUITE_P(Scales, SliderFillTest,
                         testing::Values(Slid{"%.2f", 0.3f, 0.f, 1.f, Scale::Linear},
                                         Slid{"%.2f", -9.81f, -30.f, 30.f, Scale::Linear},
                                         Slid{"%.4g 1/frame", 4.f, 0.1f, 30.f, Scale::Logarithmic},
                                         Slid{"%.4g", 0.01f, 0.01f, 30.f, Scale::Logarithmic},
                                         Slid{"%.0f mm", 12.f, 1.f, 100.f, Scale::Logarithmic},
                                         Slid{"as liquid", 70.f, 0.1f, 100.f, Scale::Logarithmic},
                                         Slid{"%.2f", 2.f, 0.f, 1.f, Scale::Linear}));

}  // namespace
}  // namespace ooze::ui
