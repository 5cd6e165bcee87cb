// Legend of the colour field, in a corner of the view.
#include "liquid/checker.h"
#include "ui/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

constexpr int kBarSteps = 48;                          // colour steps of the bar
constexpr float kBarWidth = 14.f, kBarHeight = 150.f;  // size of the colour bar [design pixels]
constexpr std::size_t kMostNames = 12;
constexpr ImU32 kLegendBack = IM_COL32(14, 16, 19, 200), kLegendText = IM_COL32(225, 228, 233, 255);

/// A dark card with a title in the lower left corner of the view.
class Card {
 public:
  Card(const Theme& theme, const ViewRect& view, const std::string& title, float width, float height)
      : theme_(theme), pad_(8.f * theme.scale), list_(*ImGui::GetBackgroundDrawList()) {
    const float wide = std::max(width, widthOf(title)) + 2.f * pad_;
    const float high = height + line() + 3.f * pad_;
    left_ = view.x + pad_;
    top_ = view.y + view.height - pad_ - high;
    list_.AddRectFilled({left_, top_}, {left_ + wide, top_ + high}, kLegendBack, 0.6f * pad_);
    write(0.f, -line() - pad_, title);
  }

  [[nodiscard]] float line() const { return theme_.small->FontSize; }
  [[nodiscard]] float widthOf(const std::string& text) const {
    return theme_.small->CalcTextSizeA(line(), 1e9f, 0.f, text.c_str()).x;
  }
  // Writes text at a position relative to the corner below the title.
  void write(float x, float y, const std::string& text) {
    const ImVec2 at = place(x, y);
    list_.AddText(theme_.small, line(), at, kLegendText, text.c_str());
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
  const QuantityScale& scale = context.window.scale;
  const float width = kBarWidth * theme.scale, height = kBarHeight * theme.scale;
  Card card(theme, view, titleOf(context.window.colour), 5.f * width, height);
  for (int k = 0; k < kBarSteps; ++k) {
    const float part = (static_cast<float>(k) + 0.5f) / kBarSteps;
    const float value = scale.low + part * (scale.high - scale.low);
    const float step = height / kBarSteps;
    card.fill(0.f, height - static_cast<float>(k + 1) * step, width, step + 0.5f,
              quantityColour(context.window.colour, scale, value));
  }
  for (int k = 0; k <= 4; ++k) {
    const float part = 0.25f * static_cast<float>(k);
    const float y = (1.f - part) * (height - card.line());
    card.write(1.5f * width, y, fmt::format("{:g}", scale.low + part * (scale.high - scale.low)));
  }
}

/// Returns the names of the categories, in the order of their colours.
std::vector<std::string> categoryNames(const Snapshot& snapshot, const Field& quantity) {
  std::vector<std::string> names;
  if (quantity == kMaterialField) {
    for (const MaterialDefinition& m : snapshot.materials) names.push_back(m.name);
  } else if (const FieldValues* gathered = findField(snapshot, quantity)) {
    float most = 0.f;
    for (const float value : gathered->values) most = std::max(most, value);
    for (float k = 0.f; k <= most && names.size() < kMostNames; k += 1.f)
      names.push_back(fmt::format("{:g}", k));
  }
  if (names.size() > kMostNames) names.resize(kMostNames);
  return names;
}

void drawNames(const PanelContext& context, const ViewRect& view) {
  const Field& quantity = context.window.colour;
  const std::vector<std::string> names = categoryNames(*context.view.snapshot, quantity);
  const Theme& theme = context.theme;
  const float line = 1.4f * theme.small->FontSize, box = theme.small->FontSize;
  float widest = 0.f;
  for (const std::string& name : names)
    widest = std::max(widest, theme.small->CalcTextSizeA(box, 1e9f, 0.f, name.c_str()).x);
  Card card(theme, view, titleOf(quantity), 1.5f * box + widest, line * static_cast<float>(names.size()));
  for (std::size_t k = 0; k < names.size(); ++k) {
    const float y = line * static_cast<float>(k);
    card.fill(0.f, y, box, box, quantityColour(quantity, {}, static_cast<float>(k)));
    card.write(1.5f * box, y, names[k]);
  }
}

/// Draws the legend of the checker pattern: the side length of its cubes.
void drawSquares(const PanelContext& context, const ViewRect& view) {
  const Theme& theme = context.theme;
  const float line = 1.4f * theme.small->FontSize, box = theme.small->FontSize;
  const std::string words =
      fmt::format("cubes of {:.3g} mm", 1000.f * checkerSide(context.view.snapshot->restSpacing));
  const float width = theme.small->CalcTextSizeA(box, 1e9f, 0.f, words.c_str()).x;
  Card card(theme, view, titleOf(context.window.colour), 2.5f * box + width, line);
  for (const int k : {0, 1})
    card.fill(static_cast<float>(k) * box, 0.f, box, box,
              quantityColour(context.window.colour, {}, static_cast<float>(k)));
  card.write(2.5f * box, 0.f, words);
}

}  // namespace

void drawLegend(const PanelContext& context, const ViewRect& view) {
  if (!context.view.snapshot) return;
  if (context.window.scale.isNumber()) drawBar(context, view);
  if (context.window.colour.kind == FieldKind::Category) drawNames(context, view);
  if (context.window.colour.kind == FieldKind::Pattern) drawSquares(context, view);
}

}  // namespace ooze::ui
