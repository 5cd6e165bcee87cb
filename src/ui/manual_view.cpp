#include "ui/manual_view.h"

#include "ui/widgets/rich_text.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace ooze::ui {
namespace {

// Gaps, indentation and padding of a manual page [design pixels].
constexpr float kBlockGap = 9.f, kItemGap = 3.f, kSectionGap = 20.f, kIndent = 20.f;
constexpr float kCellPadX = 8.f, kCellPadY = 3.f, kCodePadX = 10.f, kCodePadY = 7.f;
constexpr float kWidestText = 760.f;  // widest line of text; longer lines are hard to read [design pixels]

/// State of drawing one page: layout width, searched words, and the links under the pointer and clicked.
struct PageDrawing {
  const Theme& theme;
  ManualState& state;
  std::vector<std::string> highlights;
  float width;  ///< width of the page [ImGui's units]
  const std::string* clicked = nullptr;
  const std::string* pointed = nullptr;

  [[nodiscard]] float scaled(float designPixels) const { return designPixels * theme.scale; }
  [[nodiscard]] ImU32 textColour() const { return ImGui::GetColorU32(ImGuiCol_Text); }
  [[nodiscard]] float textWidth() const { return std::min(width, scaled(kWidestText)); }
};

void drawText(PageDrawing& page, const WrappedText& text, const ImVec2& at, ImU32 colour) {
  if (!ImGui::IsRectVisible(at, {at.x + std::max(text.width(), 1.f), at.y + text.height()})) return;
  if (const std::string* link = text.draw(at, colour, page.highlights, &page.pointed)) page.clicked = link;
}

/// Moves ImGui's cursor below the part just drawn at the cursor.
void advanceBy(float width, float height) { ImGui::Dummy({std::max(width, 1.f), height}); }

void drawHeading(PageDrawing& page, const ManualBlock& block) {
  const Theme& theme = page.theme;
  ImFont* font = block.level == 1 ? theme.heading : theme.bold;
  const ImU32 colour =
      block.level == 2 ? ImGui::GetColorU32(theme.accent) : ImGui::GetColorU32(ImGuiCol_Text);
  const WrappedText text(theme, block.text, font, page.textWidth());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  drawText(page, text, at, colour);
  float height = text.height();
  if (block.level == 2) {
    const float line = std::round(at.y + height + page.scaled(2.f));
    ImGui::GetWindowDrawList()->AddLine({at.x, line}, {at.x + page.width, line},
                                        ImGui::GetColorU32(ImGuiCol_Separator), std::max(1.f, theme.scale));
    height += page.scaled(4.f);
  }
  advanceBy(text.width(), height);
}

void drawParagraph(PageDrawing& page, const ManualBlock& block) {
  const float indent = static_cast<float>(block.level) * page.scaled(kIndent);
  const WrappedText text(page.theme, block.text, page.theme.text, page.textWidth() - indent);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  drawText(page, text, {at.x + indent, at.y}, page.textColour());
  advanceBy(indent + text.width(), text.height());
}

void drawListItem(PageDrawing& page, const ManualBlock& block) {
  const float indent = static_cast<float>(block.level) * page.scaled(kIndent);
  const WrappedText text(page.theme, block.text, page.theme.text, page.textWidth() - indent);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const RichText marker{{.text = block.marker.empty() ? "\xe2\x80\xa2" : block.marker}};
  const WrappedText mark(page.theme, marker, page.theme.text, FLT_MAX);
  mark.draw({at.x + indent - mark.width() - page.scaled(6.f), at.y}, ImGui::GetColorU32(page.theme.dim), {},
            nullptr);
  drawText(page, text, {at.x + indent, at.y}, page.textColour());
  advanceBy(indent + text.width(), text.height());
}

/// A click copies the code.
void drawCode(PageDrawing& page, const ManualBlock& block) {
  const Theme& theme = page.theme;
  const ImFont* font = theme.code;
  const float indent = static_cast<float>(block.level) * page.scaled(kIndent);
  const float padX = page.scaled(kCodePadX), padY = page.scaled(kCodePadY);
  const float inside = page.width - indent - 2.f * padX;
  const char* const begin = block.code.data();
  const char* const end = begin + block.code.size();
  const float height = font->CalcTextSizeA(font->FontSize, FLT_MAX, inside, begin, end).y + 2.f * padY;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("code", {std::max(page.width - indent, 1.f), std::max(height, 1.f)})) {
    ImGui::SetClipboardText(block.code.c_str());
    page.state.copied = block.code;
  }
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) tooltip(theme, page.state.copied == block.code ? "Copied" : "Click to copy");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + page.width - indent, at.y + height},
                     ImGui::GetColorU32(hovered ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
                     page.scaled(4.f));
  list.AddText(font, font->FontSize, {at.x + padX, at.y + padY}, page.textColour(), begin, end, inside);
}

/// A table with many columns is written smaller.
struct TableFonts {
  ImFont *header, *text;
};
TableFonts fontsOf(const Theme& theme, const ManualTable& table) {
  constexpr std::size_t kManyColumns = 6;
  if (table.columns.size() >= kManyColumns) return {theme.small, theme.small};
  return {theme.bold, theme.text};
}

/// Divides the width of a table: every column gets its longest word, and the rest goes to the columns with
/// more text. Where words leave little, code may break; a column shrinks below its words only where even that
/// does not fit.
std::vector<float> columnWidths(const PageDrawing& page, const ManualTable& table, const TableFonts& fonts) {
  constexpr float kLeastRest = 0.4f;  // part of the table that is left for longer texts
  const std::size_t count = table.columns.size();
  std::vector<float> words(count), parts(count), lines(count), widths(count);
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t c = 0; c < count; ++c) {
      const TextExtent extent = measure(page.theme, table.rows[r][c], r == 0 ? fonts.header : fonts.text);
      words[c] = std::max(words[c], extent.longestWord);
      parts[c] = std::max(parts[c], extent.longestPart);
      lines[c] = std::max(lines[c], extent.line);
    }
  const auto sum = [](const std::vector<float>& all) { return std::accumulate(all.begin(), all.end(), 0.f); };
  const float room = page.width - 2.f * page.scaled(kCellPadX) * static_cast<float>(count);
  const float inside = std::max(room, 1.f);
  if (sum(lines) <= inside) return lines;
  const std::vector<float>& least = inside - sum(words) >= kLeastRest * inside ? words : parts;
  const float leastSum = sum(least), more = sum(lines) - leastSum;
  for (std::size_t c = 0; c < count; ++c)
    widths[c] = leastSum >= inside ? least[c] * inside / std::max(leastSum, 1.f)
                                   : least[c] + (inside - leastSum) * (lines[c] - least[c]) / more;
  return widths;
}

float alignedBy(ColumnAlign align, float room, float width) {
  if (align == ColumnAlign::Right) return room - width;
  return align == ColumnAlign::Centre ? 0.5f * (room - width) : 0.f;
}

/// Draws a table of a manual page.
/// @param scrollRow  the row to scroll to; null: none
void drawTable(PageDrawing& page, const ManualTable& table, const std::size_t* scrollRow) {
  const Theme& theme = page.theme;
  const float padX = page.scaled(kCellPadX), padY = page.scaled(kCellPadY);
  const TableFonts fonts = fontsOf(theme, table);
  const std::vector<float> widths = columnWidths(page, table, fonts);
  float total = 0.f;
  for (const float width : widths) total += width + 2.f * padX;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 line = ImGui::GetColorU32(ImGuiCol_TableBorderLight);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float y = at.y;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    ImFont* font = r == 0 ? fonts.header : fonts.text;
    std::vector<WrappedText> cells;
    float height = 0.f;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      // Half a pixel more: a text wraps otherwise where its width was rounded down.
      cells.emplace_back(theme, table.rows[r][c], font, widths[c] + 0.5f);
      height = std::max(height, cells.back().height());
    }
    height += 2.f * padY;
    if (ImGui::IsRectVisible({at.x, y}, {at.x + total, y + height})) {
      if (r == 0)
        list.AddRectFilled({at.x, y}, {at.x + total, y + height}, ImGui::GetColorU32(ImGuiCol_TableHeaderBg),
                           page.scaled(3.f), ImDrawFlags_RoundCornersTop);
      float x = at.x;
      for (std::size_t c = 0; c < widths.size(); ++c) {
        drawText(page, cells[c],
                 {x + padX + alignedBy(table.columns[c], widths[c], cells[c].width()), y + padY},
                 r == 0 ? ImGui::GetColorU32(theme.dim) : page.textColour());
        x += widths[c] + 2.f * padX;
      }
      list.AddLine({at.x, y + height}, {at.x + total, y + height}, line, std::max(1.f, theme.scale));
    }
    if (scrollRow && *scrollRow == r)
      ImGui::SetScrollFromPosY(y - ImGui::GetWindowPos().y - page.scaled(40.f), 0.f);
    y += height + 1.f;
  }
  advanceBy(total, y - at.y);
}

void drawRule(const PageDrawing& page) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(at, {at.x + page.width, at.y}, ImGui::GetColorU32(ImGuiCol_Separator));
  advanceBy(page.width, page.scaled(1.f));
}

float gapBefore(const PageDrawing& page, const ManualBlock* before, const ManualBlock& block) {
  if (!before) return 0.f;
  if (block.kind == ManualBlock::BlockKind::Heading)
    return page.scaled(block.level == 2 ? kSectionGap : kSectionGap - 5.f);
  const bool bothItems =
      block.kind == ManualBlock::BlockKind::ListItem && before->kind == ManualBlock::BlockKind::ListItem;
  return page.scaled(bothItems ? kItemGap : kBlockGap);
}

void drawBlock(PageDrawing& page, const ManualBlock& block, const std::size_t* scrollRow) {
  switch (block.kind) {
    case ManualBlock::BlockKind::Heading:
      return drawHeading(page, block);
    case ManualBlock::BlockKind::Paragraph:
      return drawParagraph(page, block);
    case ManualBlock::BlockKind::ListItem:
      return drawListItem(page, block);
    case ManualBlock::BlockKind::Code:
      return drawCode(page, block);
    case ManualBlock::BlockKind::Table:
      return drawTable(page, block.table, scrollRow);
    case ManualBlock::BlockKind::Rule:
      return drawRule(page);
  }
}

void explainLink(const PageDrawing& page, const Manual& manual, std::size_t from) {
  const ManualTarget target = manual.resolve(from, *page.pointed);
  std::string words;
  if (target.kind == ManualTarget::LinkKind::Web)
    words = target.address + (page.state.copied == target.address ? "\nThe address is on the clipboard."
                                                                  : "\nClick to copy the address.");
  if (target.kind == ManualTarget::LinkKind::Missing)
    words = "The manual has no page or section " + target.address;
  if (words.empty()) return;
  beginExplanation(page.theme);
  ImGui::TextUnformatted(words.c_str());
  endExplanation();
}

}  // namespace

const std::string* drawManualPage(const Theme& theme, const Manual& manual, std::size_t index,
                                  ManualState& state) {
  const ManualPage& content = manual.pages()[index];
  if (!content.problem.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme.error);
    ImGui::TextWrapped("%s", content.problem.c_str());
    ImGui::PopStyleColor();
    return nullptr;
  }
  PageDrawing page{theme, state, searchWords(state.search), std::max(ImGui::GetContentRegionAvail().x, 1.f)};
  std::optional<ManualSpot> spot = std::exchange(state.spot, {});
  if (const std::string section = std::exchange(state.section, ""); !section.empty())
    if (const std::optional<std::size_t> block = findSection(content, section)) spot = ManualSpot{*block, 0};
  if (state.scrollTo && !spot) ImGui::SetScrollY(*state.scrollTo);
  state.scrollTo.reset();

  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.f, 0.f});
  const ManualBlock* before = nullptr;
  for (std::size_t b = 0; b < content.blocks.size(); ++b) {
    const ManualBlock& block = content.blocks[b];
    if (const float gap = gapBefore(page, before, block); gap > 0.f) advanceBy(1.f, gap);
    const bool isSpot = spot && spot->block == b;
    if (isSpot && block.kind != ManualBlock::BlockKind::Table)
      ImGui::SetScrollFromPosY(ImGui::GetCursorScreenPos().y - ImGui::GetWindowPos().y - page.scaled(8.f),
                               0.f);
    ImGui::PushID(static_cast<int>(b));
    drawBlock(page, block, isSpot ? &spot->row : nullptr);
    ImGui::PopID();
    before = &block;
  }
  advanceBy(1.f, page.scaled(kSectionGap));
  ImGui::PopStyleVar();
  if (page.pointed) explainLink(page, manual, index);
  state.scroll = ImGui::GetScrollY();
  return page.clicked;
}

}  // namespace ooze::ui
