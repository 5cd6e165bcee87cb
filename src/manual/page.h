// A page of the manual as blocks: headings, paragraphs, list items, code and tables. The parser knows
// Markdown and nothing of drawing, so that tests and the window read the same pages.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// A piece of text in one style.
struct TextRun {
  std::string text = {};
  bool bold = false, italic = false, code = false;
  std::string link = {};  ///< link target as written in the page, such as "keys.md#mouse"; "": no link

  bool operator==(const TextRun&) const = default;
};

/// Text that wraps as one: a paragraph, a heading or a cell of a table.
using RichText = std::vector<TextRun>;

/// Returns the text without its styles.
std::string plainText(const RichText& text);

enum class ColumnAlign { Left, Centre, Right };

struct ManualTable {
  std::vector<ColumnAlign> columns;
  std::vector<std::vector<RichText>> rows;  ///< the first row is the header; each has columns.size() cells
};

struct ManualBlock {
  enum class BlockKind { Heading, Paragraph, ListItem, Code, Table, Rule };

  BlockKind kind = BlockKind::Paragraph;
  int level = 0;  ///< heading: 1 to 6; list item: depth from 1; quoted or inside an item: indentation from 1
  std::string marker;  ///< list item: number such as "2."; "" in a bulleted list
  RichText text;       ///< heading, paragraph or list item
  std::string code;    ///< lines of a code block, without the last line end
  ManualTable table;
  std::string anchor;  ///< heading: the name that links use after '#'
};

struct ManualPage {
  std::string name;     ///< file name without its folder, such as "keys.md"
  std::string title;    ///< text of the first heading; the name if the page has none
  std::string group;    ///< heading of index.md that the page stands under; "": none (Manual::load() sets it)
  std::string problem;  ///< one line that says why the page cannot be shown; "": the page is good
  std::vector<ManualBlock> blocks;
};

/// Parses Markdown (CommonMark with tables). HTML comments vanish; other HTML stays as text.
/// @param name  becomes ManualPage::name
/// @return a page without blocks and with a problem if the text is not UTF-8, is empty or is too large
ManualPage parseManualPage(std::string_view name, std::string_view markdown);

/// Returns the anchor that web pages give a heading: lower case, dashes for spaces, no punctuation.
std::string headingAnchor(std::string_view heading);

/// Returns the text of a block that is no table, as one line.
std::string plainText(const ManualBlock& block);
/// Returns the text of a table's row as one line.
std::string plainText(const std::vector<RichText>& row);

/// Finds the heading with this anchor. @return its place among the blocks; nothing if the page has none
std::optional<std::size_t> findSection(const ManualPage& page, std::string_view anchor);

}  // namespace ooze
