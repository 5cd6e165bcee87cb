// The scenes as cards: a picture, a sentence, and the paper's figure where a scene reproduces one.
#include "ui/panels/dialog_frame.h"
#include "ui/panels/panel.h"
#include "ui/widgets.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

namespace ooze::ui {
namespace {

constexpr const char* kTitle = "Scene gallery";
constexpr float kCardWidth = 232.f, kGap = 14.f, kPad = 10.f;  // [design pixels]
constexpr float kTextLines = 6.4f;                             // below a card's picture, in small lines

bool contains(const std::string& text, std::string_view part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

bool matches(const Listing& listing, std::string_view part) {
  return contains(listing.title, part) || contains(listing.name, part) ||
         contains(listing.description, part) || contains(listing.figure, part);
}

void drawPicture(const PanelContext& context, const Listing& listing, const ImVec2& from, const ImVec2& to) {
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

// Title, sentence and figure, cut off where the card ends.
void drawWords(const PanelContext& context, const Listing& listing, const ImVec2& from, const ImVec2& to) {
  const Theme& theme = context.theme;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(from, to, true);
  const std::string& title = listing.title.empty() ? listing.name : listing.title;
  list.AddText(theme.text, theme.text->FontSize, from, ImGui::GetColorU32(ImGuiCol_Text), title.c_str());
  const bool broken = !listing.error.empty();
  const std::string& words = broken ? listing.error : listing.description;
  const float small = theme.small->FontSize, width = to.x - from.x;
  ImVec2 at{from.x, from.y + theme.text->FontSize + 0.35f * small};
  list.AddText(theme.small, small, at, ImGui::GetColorU32(broken ? theme.error : theme.dim), words.c_str(),
               nullptr, width);
  if (!listing.figure.empty())
    list.AddText(theme.small, small, {from.x, to.y - 1.1f * small}, ImGui::GetColorU32(theme.accent),
                 listing.figure.c_str());
  list.PopClipRect();
}

/// @return true if it was chosen
bool drawCard(const PanelContext& context, const Listing& listing, float width) {
  const Theme& theme = context.theme;
  const float pad = kPad * theme.scale, round = 6.f * theme.scale, picture = width / 1.6f;
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
  drawPicture(context, listing, from, {to.x, from.y + picture});
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

/// @return how many there are
int drawCards(PanelContext& context, const char* title, bool own, std::string_view part, bool enter) {
  const float scale = context.theme.scale, gap = kGap * scale, all = ImGui::GetContentRegionAvail().x;
  const int columns = std::max(1, static_cast<int>((all + gap) / (kCardWidth * scale + gap)));
  const float width = std::floor((all - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  int count = 0;
  for (const Listing& listing : context.catalog.scenes) {
    if (listing.own != own || !matches(listing, part)) continue;
    if (count == 0 && *title != '\0') heading(context.theme, title);
    if (count % columns != 0) ImGui::SameLine(0.f, gap);
    // Enter takes the first that is found.
    if (drawCard(context, listing, width) || (enter && count == 0 && listing.error.empty())) {
      open(context, listing);
      return 1;
    }
    ++count;
  }
  return count;
}

void drawContents(PanelContext& context) {
  const Theme& theme = context.theme;
  auto& part = context.state.gallerySearch;
  if (ImGui::IsWindowAppearing()) {
    ImGui::SetKeyboardFocusHere();
    part[0] = '\0';  // what was looked for last time would hide scenes
  }
  ImGui::SetNextItemWidth(240.f * theme.scale);
  const bool enter = ImGui::InputTextWithHint("##search", "Search", part.data(), part.size(),
                                              ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::Spacing();
  ImGui::BeginChild("cards");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {kGap * theme.scale, kGap * theme.scale});
  const int shipped = drawCards(context, "", false, part.data(), enter);
  const int own = context.state.galleryOpen
                      ? drawCards(context, "Your own", true, part.data(), enter && shipped == 0)
                      : 0;
  if (shipped + own == 0) {
    ImGui::TextDisabled(context.catalog.scenes.empty() ? "No scenes were found beside the program."
                                                       : "No scene has these words.");
    if (part[0] != '\0' && ImGui::Button("Show all")) part[0] = '\0';
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace

void drawGallery(PanelContext& context) {
  bool& wanted = context.state.galleryOpen;
  if (!wanted) return;
  if (!ImGui::IsPopupOpen(kTitle)) ImGui::OpenPopup(kTitle);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  if (!beginDialog(context.theme, kTitle, kTitle, {0.9f * screen.x, 0.92f * screen.y}, &wanted)) return;
  drawContents(context);
  // Esc closes it also while the search is being typed, and a click beside it does the same.
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) wanted = false;
  if (ImGui::IsMouseClicked(0) && !ImGui::IsWindowAppearing() &&
      !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows |
                              ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
    wanted = false;
  if (!wanted) ImGui::CloseCurrentPopup();
  endDialog();
}

}  // namespace ooze::ui
