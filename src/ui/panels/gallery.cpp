// Scene gallery: a card for each scene, with thumbnail, description, and the paper's figure if the scene
// reproduces a figure.
#include "ooze/methods/method.h"

#include "ui/panels/dialog_frame.h"
#include "ui/panels/panel.h"
#include "ui/state/scene_search.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {
namespace {

constexpr const char* kGalleryTitle = "Scene gallery";
// Width, gap and padding of the cards [design pixels].
constexpr float kSceneWidth = 232.f, kSceneGap = 14.f, kScenePad = 10.f;
constexpr float kTextLines = 7.6f;  // height of the text below a card's picture [lines of small text]

void drawScene(const PanelContext& context, const Listing& listing, const ImVec2& from, const ImVec2& to) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float round = 6.f * context.theme.scale;
  const Thumbnail picture = context.services.library && listing.error.empty()
                                ? context.services.library->thumbnail(listing)
                                : Thumbnail{};
  if (picture.texture)
    return list.AddImageRounded(picture.texture, from, to, {0.f, 0.f}, {1.f, 1.f}, IM_COL32_WHITE, round,
                                ImDrawFlags_RoundCornersTop);
  list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_FrameBg), round, ImDrawFlags_RoundCornersTop);
  const std::string word = !listing.error.empty() ? "does not load" : picture.coming ? "being drawn..." : "";
  const ImVec2 size = ImGui::CalcTextSize(word.c_str());
  list.AddText({0.5f * (from.x + to.x - size.x), 0.5f * (from.y + to.y - size.y)},
               ImGui::GetColorU32(listing.error.empty() ? context.theme.dim : context.theme.error),
               word.c_str());
}

// Draws title, description and figure, clipped to the card.
void drawWords(const PanelContext& context, const Listing& listing, const ImVec2& from, const ImVec2& to) {
  const Theme& theme = context.theme;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(from, to, true);
  const std::string title = shownTitle(listing);
  const bool broken = !listing.error.empty();
  const std::string& words = broken ? listing.error : listing.description;
  const float small = theme.small->FontSize, width = to.x - from.x;
  list.AddText(theme.text, theme.text->FontSize, from, ImGui::GetColorU32(ImGuiCol_Text), title.c_str(),
               nullptr, width);
  const float titleHeight = theme.text->CalcTextSizeA(theme.text->FontSize, FLT_MAX, width, title.c_str()).y;
  const ImVec2 at{from.x, from.y + titleHeight + 0.35f * small};
  list.AddText(theme.small, small, at, ImGui::GetColorU32(broken ? theme.error : theme.dim), words.c_str(),
               nullptr, width);
  if (!listing.figure.empty())
    list.AddText(theme.small, small, {from.x, to.y - 1.1f * small}, ImGui::GetColorU32(theme.accent),
                 fitted(*theme.small, listing.figure, width).c_str());
  list.PopClipRect();
}

/// Draws the card of a scene.
/// @return true if the card was chosen
bool drawCard(const PanelContext& context, const Listing& listing, float width) {
  const Theme& theme = context.theme;
  const float pad = kScenePad * theme.scale, round = 6.f * theme.scale, picture = width / 1.6f;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 to{from.x + width, from.y + picture + kTextLines * theme.small->FontSize + 2.f * pad};
  ImGui::PushID(listing.file.string().c_str());
  const bool pressed = ImGui::InvisibleButton("card", {to.x - from.x, to.y - from.y});
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  if (!listing.error.empty()) tooltip(theme, listing.error);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to, ImGui::GetColorU32(hovered ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg, 0.7f),
                     round);
  drawScene(context, listing, from, {to.x, from.y + picture});
  drawWords(context, listing, {from.x + pad, from.y + picture + 0.8f * pad}, {to.x - pad, to.y - 0.6f * pad});
  const bool present = context.view.scene && context.view.scene->file == listing.file;
  if (present || hovered)
    list.AddRect(from, to,
                 ImGui::GetColorU32(present ? theme.accent : ImGui::GetStyleColorVec4(ImGuiCol_Border)),
                 round, 0, present ? 2.f * theme.scale : theme.scale);
  return pressed && listing.error.empty();
}

void open(PanelContext& context, const Listing& listing) {
  context.session.load(listing.file.string(), std::nullopt);
  context.state.galleryOpen = false;
}

void drawCards(PanelContext& context, const char* title, const std::vector<const Listing*>& scenes) {
  const float scale = context.theme.scale, gap = kSceneGap * scale, all = ImGui::GetContentRegionAvail().x;
  const auto columns =
      std::max<std::size_t>(1, static_cast<std::size_t>((all + gap) / (kSceneWidth * scale + gap)));
  const float width = std::floor((all - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  if (!scenes.empty() && *title != '\0') heading(context.theme, title);
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    if (i % columns != 0) ImGui::SameLine(0.f, gap);
    if (drawCard(context, *scenes[i], width)) return open(context, *scenes[i]);
  }
}

/// Returns the scene that Enter opens: the best match that loads. Shipped scenes win ties.
const Listing* best(const std::vector<const Listing*>& shipped, const std::vector<const Listing*>& own,
                    std::string_view query) {
  const Listing* chosen = nullptr;
  for (const auto* scenes : {&shipped, &own})
    for (const Listing* listing : *scenes)
      if (listing->error.empty() && (!chosen || matchOf(*listing, query) < matchOf(*chosen, query)))
        chosen = listing;
  return chosen;
}

/// Draws a button for each method, and what the chosen method is good at.
void drawMethods(PanelContext& context) {
  const Theme& theme = context.theme;
  std::string& chosen = context.state.galleryMethod;
  const auto button = [&](const char* label, std::string_view key, const std::string& card) {
    const float width = ImGui::CalcTextSize(label).x + 20.f * theme.scale;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    ImGui::SameLine(0.f, 6.f * theme.scale);
    if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
    if (toggleButton(theme, label, chosen == key, width)) chosen = key;
    tooltip(theme, card);
  };
  button("All methods", "", "Shows the scenes of every method");
  for (const MethodRow& method : methodRegistry())
    button(capitalised(std::string(method.kind)).c_str(), method.key,
           fmt::format("Only scenes of: {}\n{}", method.title, method.source));
  if (chosen.empty()) return;
  const MethodRow& method = findMethod(chosen);
  ImGui::PushTextWrapPos(0.f);
  ImGui::TextColored(theme.dim, "%s", std::string(method.strengths).c_str());
  ImGui::PopTextWrapPos();
}

void drawScenes(PanelContext& context) {
  const Theme& theme = context.theme;
  auto& part = context.state.gallerySearch;
  if (ImGui::IsWindowAppearing()) {
    ImGui::SetKeyboardFocusHere();
    part[0] = '\0', context.state.galleryMethod.clear();  // an old search would hide scenes
  }
  ImGui::SetNextItemWidth(240.f * theme.scale);
  const bool enter = ImGui::InputTextWithHint("##search", "Search", part.data(), part.size(),
                                              ImGuiInputTextFlags_EnterReturnsTrue);
  drawMethods(context);
  ImGui::Spacing();
  ImGui::BeginChild("cards");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {kSceneGap * theme.scale, kSceneGap * theme.scale});
  const std::string_view query = part.data();
  const std::string& method = context.state.galleryMethod;
  const auto shipped = findScenes(context.catalog.scenes, false, query, method);
  const auto own = findScenes(context.catalog.scenes, true, query, method);
  drawCards(context, "", shipped);
  if (context.state.galleryOpen) drawCards(context, "Your own", own);
  const Listing* const chosen = enter ? best(shipped, own, query) : nullptr;
  if (chosen && context.state.galleryOpen) open(context, *chosen);
  if (shipped.empty() && own.empty()) {
    ImGui::TextDisabled("%s", context.catalog.scenes.empty() ? "No scenes were found beside the program."
                              : method.empty()               ? "No scene matches the search."
                                                             : "No scene of this method matches the search.");
    if ((part[0] != '\0' || !method.empty()) && ImGui::Button("Show all"))
      part[0] = '\0', context.state.galleryMethod.clear();
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace

void drawGallery(PanelContext& context) {
  bool& wanted = context.state.galleryOpen;
  if (!wanted) return;
  if (!ImGui::IsPopupOpen(kGalleryTitle)) ImGui::OpenPopup(kGalleryTitle);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  if (!beginDialog(context.theme, kGalleryTitle, kGalleryTitle, {0.9f * screen.x, 0.92f * screen.y}, &wanted))
    return;
  drawScenes(context);
  // Escape closes the gallery also while the search is being typed, and so does a click outside.
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) wanted = false;
  if (ImGui::IsMouseClicked(0) && !ImGui::IsWindowAppearing() &&
      !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows |
                              ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
    wanted = false;
  if (!wanted) ImGui::CloseCurrentPopup();
  endDialog();
}

}  // namespace ooze::ui
