#include "ui/legend.h"

#include "ui/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace ooze::ui {
namespace {

constexpr int kSteps = 48;                             // of the bar's colours
constexpr float kBarWidth = 14.f, kBarHeight = 150.f;  // [design pixels]
constexpr std::size_t kMostNames = 12;
constexpr ImU32 kBack = IM_COL32(14, 16, 19, 200), kText = IM_COL32(225, 228, 233, 255);

/// A dark card with a title in the lower left corner of the view.
class Card {
 public:
  Card(const Theme& theme, const ViewRect& view, const std::string& title, float width, float height)
      : theme_(theme), pad_(8.f * theme.scale), list_(*ImGui::GetBackgroundDrawList()) {
    const float wide = std::max(width, widthOf(title)) + 2.f * pad_;
    const float high = height + line() + 3.f * pad_;
    left_ = view.x + pad_;
    top_ = view.y + view.height - pad_ - high;
    list_.AddRectFilled({left_, top_}, {left_ + wide, top_ + high}, kBack, 0.6f * pad_);
    write(0.f, -line() - pad_, title);
  }

  [[nodiscard]] float line() const { return theme_.small->FontSize; }
  [[nodiscard]] float widthOf(const std::string& text) const {
    return theme_.small->CalcTextSizeA(line(), 1e9f, 0.f, text.c_str()).x;
  }
  // From the corner below the title.
  void write(float x, float y, const std::string& text) {
    const ImVec2 at = place(x, y);
    list_.AddText(theme_.small, line(), at, kText, text.c_str());
  }
  void fill(float x, float y, float width, float height, ImU32 colour) {
    const ImVec2 at = place(x, y);
    list_.AddRectFilled(at, {at.x + width, at.y + height}, colour);
  }

 private:
  [[nodiscard]] ImVec2 place(float x, float y) const {
    return {left_ + pad_ + x, top_ + 2.f * pad_ + line() + y};
  }

  const Theme& theme_;
  float pad_;
  ImDrawList& list_;
  float left_ = 0.f, top_ = 0.f;
};

void drawBar(const PanelContext& context, const ViewRect& view) {
  const Theme& theme = context.theme;
  const QuantityRow& row = quantityRow(context.window.colour);
  const QuantityScale& scale = context.window.scale;
  const float width = kBarWidth * theme.scale, height = kBarHeight * theme.scale;
  Card card(theme, view,
            row.unit.empty() ? std::string(row.label) : fmt::format("{} [{}]", row.label, row.unit),
            5.f * width, height);
  for (int k = 0; k < kSteps; ++k) {
    const float part = (static_cast<float>(k) + 0.5f) / kSteps;
    const float value = scale.low + part * (scale.high - scale.low);
    const float step = height / kSteps;
    card.fill(0.f, height - static_cast<float>(k + 1) * step, width, step + 0.5f,
              quantityColour(context.window.colour, scale, value));
  }
  for (int k = 0; k <= 4; ++k) {
    const float part = 0.25f * static_cast<float>(k);
    const float y = (1.f - part) * (height - card.line());
    card.write(1.5f * width, y, fmt::format("{:g}", scale.low + part * (scale.high - scale.low)));
  }
}

void drawNames(const PanelContext& context, const ViewRect& view) {
  const auto& materials = context.view.snapshot->materials;
  const std::size_t count = std::min(materials.size(), kMostNames);
  const Theme& theme = context.theme;
  const float line = 1.4f * theme.small->FontSize, box = theme.small->FontSize;
  float widest = 0.f;
  for (std::size_t m = 0; m < count; ++m)
    widest = std::max(widest, theme.small->CalcTextSizeA(box, 1e9f, 0.f, materials[m].name.c_str()).x);
  Card card(theme, view, "Material", 1.5f * box + widest, line * static_cast<float>(count));
  for (std::size_t m = 0; m < count; ++m) {
    const float y = line * static_cast<float>(m);
    card.fill(0.f, y, box, box, quantityColour(Quantity::Material, {}, static_cast<float>(m)));
    card.write(1.5f * box, y, materials[m].name);
  }
}

}  // namespace

void drawLegend(const PanelContext& context, const ViewRect& view) {
  if (!context.view.snapshot) return;
  if (context.window.scale.isNumber()) drawBar(context, view);
  if (context.window.colour == Quantity::Material) drawNames(context, view);
}

}  // namespace ooze::ui
