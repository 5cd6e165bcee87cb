// Material panel: the liquids of the world, ready-made materials, the library, and the method's actions on
// all liquid.
#include "ui/panels/panel.h"
#include "ui/panels/thickness_slider.h"
#include "ui/widgets/slider_row.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

std::size_t particlesOf(const Snapshot& snapshot, std::size_t material) {
  return static_cast<std::size_t>(
      std::count(snapshot.particleMaterials.begin(), snapshot.particleMaterials.end(), material));
}

/// Draws a row for each liquid: colour, name, number of particles.
void drawLiquids(PanelContext& context) {
  const std::vector<MaterialDefinition>& materials = context.live.materials;
  const float line = ImGui::GetTextLineHeight(), right = ImGui::GetContentRegionAvail().x;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.f, ImGui::GetStyle().ItemSpacing.y});
    if (ImGui::Selectable("##liquid", i == context.state.material)) context.state.material = i;
    ImGui::PopStyleVar();
    const std::string name = context.liquidName(i);
    tooltip(
        context.theme,
        name == materials[i].name
            ? "The liquid that the panels change"
            : fmt::format("The liquid that the panels change. It began as {}, and edits still use that name.",
                          materials[i].name));
    ImGui::SameLine(0.f, 0.f);
    ImGui::SetCursorScreenPos(corner);
    ImGui::GetWindowDrawList()->AddRectFilled({corner.x + 0.3f * line, corner.y + 0.1f * line},
                                              {corner.x + 1.1f * line, corner.y + 0.9f * line},
                                              materials[i].colour | 0xff000000u, 0.2f * line);
    ImGui::SetCursorScreenPos({corner.x + 1.5f * line, corner.y});
    ImGui::TextUnformatted(name.c_str());
    const std::string count = fmt::format("{} particles", grouped(particlesOf(*context.view.snapshot, i)));
    ImGui::PushFont(context.theme.small);
    ImGui::SameLine();
    const ImVec2 size = ImGui::CalcTextSize(count.c_str());
    ImGui::SetCursorScreenPos({corner.x + right - size.x - 0.3f * line, corner.y + 0.5f * (line - size.y)});
    ImGui::TextDisabled("%s", count.c_str());
    ImGui::PopFont();
    ImGui::PopID();
  }
}

/// Draws the ready-made materials of the world's method as thumbnails side by side.
void drawChoice(PanelContext& context) {
  const std::string& method = context.view.snapshot->method;
  const std::size_t index = context.state.material;
  const std::string current = context.liquidName(index);
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x, width = ImGui::GetContentRegionAvail().x;
  const int columns = std::max(2, static_cast<int>(width / (72.f * context.theme.scale)));
  const float card = (width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  int column = 0;
  for (const Listing& listing : context.catalog.materials) {
    if (!listing.error.empty() || listing.method != method)
      continue;  // the library dialog reports broken files
    if (column++ % columns != 0) ImGui::SameLine(0.f, gap);
    if (drawSmallCard(context, listing, card, listing.material == current))
      context.session.loadMaterial(index, listing.file.string());
    tooltip(context.theme, shownTitle(listing) + "\n" + listing.description);
  }
  if (column > 0) return;
  ImGui::PushTextWrapPos(0.f);
  ImGui::TextDisabled("There is no ready-made material for \"%s\" yet. Materials that you save appear here.",
                      std::string(findMethod(method).title).c_str());
  ImGui::PopTextWrapPos();
}

/// Draws the buttons for the method's actions on all liquid, two in a line.
void drawMethodActions(PanelContext& context, float width, float gap) {
  bool second = false;
  for (const MethodAction& action : findMethod(context.view.snapshot->method).actions) {
    if (second) ImGui::SameLine(0.f, gap);
    second = !second;
    if (ImGui::Button(capitalised(action.label).c_str(), {width, 0.f}))
      submitAs(context.session, std::string(action.label), {DoMethodAction{std::string(action.key)}});
    tooltip(context.theme, std::string(action.explanation));
  }
}

void drawLibraryButtons(PanelContext& context, float width, float gap) {
  if (!context.services.library) return;
  if (ImGui::Button("Library...", {width, 0.f})) context.state.library.open = true;
  tooltip(context.theme,
          "All materials with their pictures: search, duplicate, rename, import, export; add "
          "another liquid to this world");
  ImGui::SameLine(0.f, gap);
  if (ImGui::Button("Save as...", {width, 0.f})) {
    const MaterialDefinition& material = context.live.materials[context.state.material];
    MaterialEntry entry{material, fmt::format("My {}", material.name), "", context.view.snapshot->method};
    context.state.library.draft = MaterialDraft{std::move(entry), "", false};
  }
  tooltip(context.theme, "Saves this liquid to your own materials");
}

}  // namespace

void drawMaterialPanel(PanelContext& context) {
  if (context.live.materials.empty() || !context.view.snapshot) return;
  context.state.material = std::min(context.state.material, context.live.materials.size() - 1);
  drawLiquids(context);
  ImGui::Dummy({0.f, 0.f});
  const TourSpotRecorder mark(context.state);
  drawChoice(context);
  mark.note("materials");
  drawThicknessSlider(context, context.state.material);
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - gap) / 2.f;
  ImGui::Dummy({0.f, 2.f * context.theme.scale});
  drawLibraryButtons(context, width, gap);
  drawMethodActions(context, width, gap);
}

float pictureHeight(float width) { return width * 0.625f; }

void drawPicture(const PanelContext& context, const Listing& listing, const ImVec2& corner,
                 const ImVec2& size) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{corner.x + size.x, corner.y + size.y};
  const float rounding = 4.f * context.theme.scale;
  const Thumbnail thumbnail =
      context.services.library ? context.services.library->thumbnail(listing) : Thumbnail{};
  if (thumbnail.texture) {
    list.AddImageRounded(thumbnail.texture, corner, end, {0.f, 0.f}, {1.f, 1.f}, IM_COL32_WHITE, rounding);
    return;
  }
  const bool broken = !listing.error.empty();
  list.AddRectFilled(corner, end, ImGui::GetColorU32(ImGuiCol_FrameBg), rounding);
  const ImVec2 middle{0.5f * (corner.x + end.x), 0.5f * (corner.y + end.y)};
  if (!broken) {
    list.AddCircleFilled(middle, 0.22f * size.y, (listing.colour & 0xffffffu) | 0xc0000000u);
    return;
  }
  const char* const mark = context.theme.hasIcons ? icon::kWarning : "!";
  const ImVec2 extent = ImGui::CalcTextSize(mark);
  list.AddText({middle.x - 0.5f * extent.x, middle.y - 0.5f * extent.y},
               ImGui::GetColorU32(context.theme.error), mark);
}

bool drawSmallCard(const PanelContext& context, const Listing& listing, float width, bool on) {
  const Theme& theme = context.theme;
  // The card is narrow, and the cards beside it are of the same method: its tooltip has the method's kind.
  const std::string& title = listing.title.empty() ? listing.name : listing.title;
  const ImVec2 corner = ImGui::GetCursorScreenPos(), picture{width, pictureHeight(width)};
  const float caption = theme.small->FontSize + 4.f * theme.scale;
  const bool pressed = ImGui::InvisibleButton(listing.file.string().c_str(), {width, picture.y + caption});
  const bool hovered = ImGui::IsItemHovered();
  drawPicture(context, listing, corner, picture);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (on || hovered)
    list.AddRect(corner, {corner.x + picture.x, corner.y + picture.y},
                 on ? ImGui::GetColorU32(theme.accent) : ImGui::GetColorU32(ImGuiCol_SeparatorHovered),
                 4.f * theme.scale, 0, (on ? 2.f : 1.f) * theme.scale);
  const float extent = theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, title.c_str()).x;
  const ImVec4 clip{corner.x, corner.y, corner.x + width, corner.y + picture.y + caption};
  list.AddText(theme.small, theme.small->FontSize,
               {corner.x + std::max(0.f, 0.5f * (width - extent)), corner.y + picture.y + 2.f * theme.scale},
               on ? ImGui::GetColorU32(theme.accent) : ImGui::GetColorU32(ImGuiCol_Text), title.c_str(),
               nullptr, 0.f, &clip);
  return pressed;
}

}  // namespace ooze::ui
