// Bar above the two views while two worlds are compared side by side.
#include "session/comparison.h"
#include "ui/layout.h"
#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"
#include "world/commands/setting_names.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

// Padding of the bar, and gap between the views [design pixels].
constexpr float kBarPad = 6.f, kDivider = 2.f;
constexpr const char* kList = "differences";
constexpr const char* kMethods = "methods";

/// Draws the label of a half, over its full width. A click selects the half that the panels show.
void drawLabel(const PanelContext& context, Comparison& comparison, std::size_t side, float width) {
  const Theme& theme = context.theme;
  const bool on = comparison.focus() == side;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(side));
  if (ImGui::InvisibleButton("side", {width, ImGui::GetFrameHeight()})) comparison.setFocus(side);
  tooltip(theme, comparison.label(side) + "\n" +
                     (on ? "The panels show and change this world"
                         : "Click here or in its view to show this world in the panels"));
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = ImGui::GetFrameHeight();
  if (on || hovered)
    list.AddRectFilled({from.x, from.y + height - 2.f * theme.scale}, {from.x + width, from.y + height},
                       ImGui::GetColorU32(on ? theme.accent : theme.dim));
  const std::string text = comparison.label(side);
  const ImVec4 clip{from.x, from.y, from.x + width, from.y + height};
  list.AddText(theme.text, theme.text->FontSize,
               {from.x + kBarPad * theme.scale, from.y + 0.5f * (height - theme.text->FontSize)},
               ImGui::GetColorU32(on ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : theme.dim), text.c_str(),
               nullptr, 0.f, &clip);
}

/// Continues the line if the next button fits.
void sameLineIfFits(const char* word) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width = ImGui::CalcTextSize(word, nullptr, true).x + 2.f * style.FramePadding.x;
  const float end = ImGui::GetItemRectMax().x + style.ItemInnerSpacing.x + width;
  if (end < ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x)
    ImGui::SameLine(0.f, style.ItemInnerSpacing.x);
}

bool button(const PanelContext& context, const char* word, bool on, const char* explanation) {
  sameLineIfFits(word);
  const bool pressed = toggleButton(context.theme, word, on, 0.f);
  tooltip(context.theme, explanation);
  return pressed;
}

void drawDifferences(const PanelContext& context, const Comparison& comparison) {
  if (!ImGui::BeginPopup(kList)) return;
  if (comparison.differences().empty()) ImGui::TextDisabled("All values are the same");
  if (ImGui::BeginTable("values", 3,
                        ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX)) {
    if (!comparison.differences().empty())
      for (const char* title : {"", "A", "B"}) {
        ImGui::TableNextColumn();
        ImGui::TextColored(context.theme.accent, "%s", title);
      }
    for (const Difference& d : comparison.differences()) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(
          d.setting ? describeSetting(*d.setting, context.view.snapshot->method).title().c_str() : "Method");
      for (const std::string* text : {&d.textA, &d.textB}) {
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(text->c_str());
      }
    }
    ImGui::EndTable();
  }
  ImGui::EndPopup();
}

/// Draws the menu that converts world B to another method. Both worlds restart.
void drawMethods(PanelContext& context, Comparison& comparison) {
  if (!ImGui::BeginPopup(kMethods)) return;
  const std::string& own = context.view.snapshot->method;
  if (const std::string key =
          methodItems(context.theme, context.catalog, context.view.scene->world.materials, own);
      !key.empty()) {
    comparison.setFocus(1);
    context.session.changeMethod(key);
  }
  ImGui::EndPopup();
}

void drawButtons(PanelContext& context, Comparison& comparison) {
  ImGui::BeginDisabled(comparison.comparesMethods());
  if (toggleButton(context.theme, "Edit both", comparison.editsBoth(), 0.f))
    comparison.setEditsBoth(!comparison.editsBoth());
  ImGui::EndDisabled();
  tooltip(context.theme,
          comparison.comparesMethods()
              ? "The two methods have different sliders, so the panels change the marked side only"
              : "The panels change both worlds");
  if (button(context, "Tools on both", comparison.toolsBoth(), "Tools act on both worlds"))
    comparison.setToolsBoth(!comparison.toolsBoth());
  if (button(context, "Swap", false, "A and B change sides")) comparison.swap();
  if (button(context, "Copy A to B", false, "B becomes a copy of A")) comparison.copy(0);
  if (button(context, "Copy B to A", false, "A becomes a copy of B")) comparison.copy(1);
  if (button(context, "B by...", false, "Runs the scene in B with another method; both worlds restart"))
    ImGui::OpenPopup(kMethods);
  if (context.view.snapshot && context.view.scene) drawMethods(context, comparison);
  const std::string count = fmt::format("{} difference{}###differences", comparison.differences().size(),
                                        comparison.differences().size() == 1 ? "" : "s");
  if (button(context, count.c_str(), false, "The values that differ between A and B"))
    ImGui::OpenPopup(kList);
  if (context.view.snapshot) drawDifferences(context, comparison);
  if (button(context, "Close B", false, "Ends the comparison; A stays")) context.perform(Action::Compare);
}

}  // namespace

ViewRect halfOf(const Theme& theme, const ViewRect& view, std::size_t side) {
  const float gap = std::max(1.f, std::round(kDivider * theme.scale));
  const float width = std::max(1.f, std::floor(0.5f * (view.width - gap)));
  return {side == 0 ? view.x : view.x + view.width - width, view.y, width, view.height};
}

ViewRect drawCompareBar(PanelContext& context, const ViewRect& view) {
  Comparison* comparison = context.services.comparison;
  if (!comparison || !context.state.comparing) return view;
  const float scale = context.theme.scale;
  ImGui::SetNextWindowPos({view.x, view.y});
  ImGui::SetNextWindowSizeConstraints({view.width, 0.f}, {view.width, view.height});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, context.theme.bar);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {kBarPad * scale, kBarPad * scale});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.f, 1.f});
  ImGui::Begin("Compare", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoBringToFrontOnFocus);
  const float room = view.width - 2.f * kBarPad * scale, half = 0.5f * (room - kBarPad * scale);
  drawLabel(context, *comparison, 0, half);
  ImGui::SameLine(0.f, kBarPad * scale);
  drawLabel(context, *comparison, 1, half);
  drawButtons(context, *comparison);
  const float height = std::min(std::ceil(ImGui::GetWindowHeight()), view.height - 1.f);
  ImGui::End();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  return {view.x, view.y + height, view.width, std::max(view.height - height, 1.f)};
}

}  // namespace ooze::ui
