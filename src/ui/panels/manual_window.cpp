// The manual in a window of its own: the list of pages or search results, and the shown page beside the list.
// The simulation continues behind the window, so that the user can read and try.
#include "manual/manual.h"
#include "ui/manual_view.h"
#include "ui/panels/dialog_frame.h"
#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace ooze::ui {
namespace {

// Sizes of the manual's window [design pixels].
constexpr float kManualWidth = 1180.f, kManualHeight = 820.f, kManualMargin = 24.f;
constexpr float kSmallestWidth = 300.f, kSmallestHeight = 200.f;
constexpr float kListWidth = 232.f, kLeastPageWidth = 380.f;
constexpr std::size_t kLongestSearch = 100, kMostHits = 200;
constexpr float kScrollPart = 0.9f;  // part of the page's height that is scrolled by Page Up and Page Down

/// Follows a link: shows a page of the manual, or copies an address.
void followLink(ManualState& state, const Manual& manual, std::size_t from, const std::string& link) {
  const ManualTarget target = manual.resolve(from, link);
  if (target.kind == ManualTarget::LinkKind::Web) {
    ImGui::SetClipboardText(target.address.c_str());
    state.copied = target.address;
  }
  if (target.kind != ManualTarget::LinkKind::Page) return;
  visitPage(state, manual.pages()[target.page].name);
  if (target.block)
    state.spot = ManualSpot{*target.block, 0};
  else
    state.scrollTo = 0.f;
}

void showHit(ManualState& state, const Manual& manual, const ManualHit& hit) {
  visitPage(state, manual.pages()[hit.page].name);
  state.spot = ManualSpot{hit.block, hit.row};
}

void drawPageList(const Theme& theme, ManualState& state, const Manual& manual) {
  std::string group;
  for (const ManualPage& page : manual.pages()) {
    if (page.group != group) {
      group = page.group;
      ImGui::Dummy({0.f, 5.f * theme.scale});
      heading(theme, group);
    }
    ImGui::PushID(page.name.c_str());
    if (ImGui::Selectable(fitted(*theme.text, page.title, ImGui::GetContentRegionAvail().x).c_str(),
                          page.name == state.page)) {
      visitPage(state, page.name);
      state.scrollTo = 0.f;
    }
    ImGui::PopID();
  }
}

/// One place of a search's results: its section, and the words around the match.
bool drawHit(const Theme& theme, const ManualHit& hit, const std::string& page) {
  const float room = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  const float pad = 3.f * theme.scale;
  const float height = (hit.excerpt.empty() ? line : line + theme.small->FontSize + pad) + 2.f * pad;
  const bool chosen = ImGui::Selectable("##hit", false, 0, {0.f, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::string& title = hit.section.empty() ? page : hit.section;
  list.AddText({at.x, at.y + pad}, ImGui::GetColorU32(ImGuiCol_Text),
               fitted(*theme.text, title, room).c_str());
  if (hit.excerpt.empty()) return chosen;
  ImGui::PushFont(theme.small);
  list.AddText({at.x, at.y + 2.f * pad + line}, ImGui::GetColorU32(theme.dim),
               fitted(*theme.small, hit.excerpt, room).c_str());
  ImGui::PopFont();
  return chosen;
}

/// Searches again only when the words have changed.
const std::vector<ManualHit>& hitsOf(ManualState& state, const Manual& manual) {
  if (state.hitsFor != state.search) {
    state.hits = manual.search(state.search);
    state.hitsFor = state.search;
  }
  return state.hits;
}

void drawHits(const Theme& theme, ManualState& state, const Manual& manual) {
  const std::vector<ManualHit>& hits = hitsOf(state, manual);
  if (hits.empty()) {
    ImGui::TextDisabled("No page matches the search.");
    return;
  }
  ImGui::PushFont(theme.small);
  ImGui::TextDisabled(hits.size() == 1 ? "1 place" : "%d places", static_cast<int>(hits.size()));
  ImGui::PopFont();
  std::size_t page = manual.pages().size();
  for (std::size_t i = 0; i < std::min(hits.size(), kMostHits); ++i) {
    const std::string& title = manual.pages()[hits[i].page].title;
    if (std::exchange(page, hits[i].page) != hits[i].page) heading(theme, title);
    ImGui::PushID(static_cast<int>(i));
    if (drawHit(theme, hits[i], title)) showHit(state, manual, hits[i]);
    ImGui::PopID();
  }
  if (hits.size() > kMostHits)
    ImGui::TextDisabled("... and %d more", static_cast<int>(hits.size() - kMostHits));
}

void drawSearch(ManualState& state, const Manual& manual, float width) {
  ImGui::SetNextItemWidth(width);
  textField("##search", state.search, kLongestSearch, false, "Search all pages");
  if (!ImGui::IsItemDeactivated() || !ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false)) return;
  if (const std::vector<ManualHit>& hits = hitsOf(state, manual); !hits.empty())
    showHit(state, manual, hits[0]);
}

void drawContents(const Theme& theme, ManualState& state, const Manual& manual, float width) {
  drawSearch(state, manual, width);
  ImGui::Dummy({0.f, 2.f * theme.scale});
  ImGui::BeginChild("contents", {width, 0.f});
  if (searchWords(state.search).empty())
    drawPageList(theme, state, manual);
  else
    drawHits(theme, state, manual);
  ImGui::EndChild();
}

/// Draws a box that chooses the page, for windows without room for the list.
void drawPageChoice(ManualState& state, const Manual& manual) {
  const std::optional<std::size_t> page = manual.find(state.page);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (!ImGui::BeginCombo("##page", page ? manual.pages()[*page].title.c_str() : state.page.c_str())) return;
  for (const ManualPage& each : manual.pages())
    if (ImGui::Selectable(each.title.c_str(), each.name == state.page)) {
      visitPage(state, each.name);
      state.scrollTo = 0.f;
    }
  ImGui::EndCombo();
}

void scrollByKeys() {
  if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) || ImGui::GetIO().WantTextInput) return;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  const float part = kScrollPart * ImGui::GetWindowHeight();
  if (pressed(ImGuiKey_PageDown)) ImGui::SetScrollY(ImGui::GetScrollY() + part);
  if (pressed(ImGuiKey_PageUp)) ImGui::SetScrollY(std::max(ImGui::GetScrollY() - part, 0.f));
}

void drawProblem(const Theme& theme, const std::string& problem) {
  ImGui::PushStyleColor(ImGuiCol_Text, theme.error);
  ImGui::TextWrapped("%s", problem.c_str());
  ImGui::PopStyleColor();
}

void drawShownPage(const Theme& theme, ManualState& state, const Manual& manual) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16.f * theme.scale, 4.f * theme.scale});
  ImGui::BeginChild("page", {0.f, 0.f}, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar();
  const std::optional<std::size_t> page = manual.find(state.page);
  if (manual.pages().empty()) {
    drawProblem(theme, "The manual was not found: no asset folder has pages in \"manual\".");
  } else if (!page) {
    drawProblem(theme, fmt::format("The manual has no page \"{}\".", state.page));
  } else {
    if (!state.scrollTo && !state.spot && state.section.empty()) scrollByKeys();
    if (const std::string* link = drawManualPage(theme, manual, *page, state))
      followLink(state, manual, *page, *link);
  }
  ImGui::EndChild();
}

void drawTitleLine(const Theme& theme, ManualState& state) {
  ImGui::AlignTextToFramePadding();
  ImGui::PushFont(theme.bold);
  ImGui::TextUnformatted("Manual");
  ImGui::PopFont();
  ImGui::SameLine(0.f, 14.f * theme.scale);
  const bool canReturn = !state.visited.empty();
  constexpr int kFourthButton = 3;  // "back" on a mouse with five buttons
  ImGui::BeginDisabled(!canReturn);
  const bool pressed = ImGui::Button("Back");
  ImGui::EndDisabled();
  tooltip(theme, canReturn ? "Go to the previous page" : "There is no previous page");
  if (pressed ||
      (ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows) && ImGui::IsMouseClicked(kFourthButton)))
    goBack(state);
  const float side = ImGui::GetFrameHeight();
  ImGui::SameLine();
  alignRight(side);
  if (closeButton(theme, side)) state.open = false;
}

/// Puts the window into the middle of the screen when it opens first, and when the screen has changed.
void placeManual(const Theme& theme, ManualState& state) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float scale = theme.scale, margin = 2.f * kManualMargin * scale;
  const ImVec2 most{std::max(screen.x - margin, 1.f), std::max(screen.y - margin, 1.f)};
  ImGui::SetNextWindowSizeConstraints(
      {std::min(kSmallestWidth * scale, most.x), std::min(kSmallestHeight * scale, most.y)}, screen);
  const bool same =
      state.placedWidth == screen.x && state.placedHeight == screen.y && state.placedScale == scale;
  state.placedWidth = screen.x, state.placedHeight = screen.y, state.placedScale = scale;
  if (same) return;
  ImGui::SetNextWindowSize({std::min(kManualWidth * scale, most.x), std::min(kManualHeight * scale, most.y)});
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
}

}  // namespace

void drawManual(PanelContext& context) {
  ManualState& state = context.state.manual;
  if (!state.open || !context.services.manual) {
    state.fresh = false;
    return;
  }
  Manual& manual = *context.services.manual;
  if (!std::exchange(state.fresh, true)) {
    manual.load();
    state.hits.clear();
    state.hitsFor.clear();
    ImGui::SetNextWindowFocus();
  }
  const Theme& theme = context.theme;
  placeManual(theme, state);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8.f * theme.scale);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16.f * theme.scale, 12.f * theme.scale});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.f);
  constexpr int kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoCollapse |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                         ImGuiWindowFlags_NoScrollWithMouse;
  const bool drawn = ImGui::Begin("Manual", nullptr, kFlags);
  ImGui::PopStyleVar(3);
  if (drawn) {
    drawTitleLine(theme, state);
    ImGui::Dummy({0.f, 2.f * theme.scale});
    const float list = kListWidth * theme.scale;
    if (ImGui::GetContentRegionAvail().x >= list + kLeastPageWidth * theme.scale) {
      ImGui::BeginGroup();
      drawContents(theme, state, manual, list);
      ImGui::EndGroup();
      ImGui::SameLine();
    } else {
      drawPageChoice(state, manual);
    }
    drawShownPage(theme, state, manual);
  }
  ImGui::End();
}

}  // namespace ooze::ui
