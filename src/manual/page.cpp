#include "manual/page.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <md4c.h>
#include <utility>

namespace ooze {
namespace {

constexpr std::size_t kLargestPage = 1 << 20;  // largest size of a page's file [bytes]
constexpr std::size_t kMostColumns = 32;       // most columns of a table

void appendCodePoint(std::string& text, std::uint32_t code) {
  const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) code = 0xfffd;
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      add(0xe0 | code >> 12);
    } else {
      add(0xf0 | code >> 18);
      add(0x80 | (code >> 12 & 0x3f));
    }
    add(0x80 | (code >> 6 & 0x3f));
  }
  add(0x80 | (code & 0x3f));
}

/// Appends the character of an HTML entity such as "&lt;" or "&#955;". An unknown entity stays as written.
void appendEntity(std::string& text, std::string_view entity) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kNamed{{
      {"&lt;", "<"},
      {"&gt;", ">"},
      {"&amp;", "&"},
      {"&quot;", "\""},
      {"&apos;", "'"},
      {"&nbsp;", "\xc2\xa0"},
  }};
  for (const auto& [name, character] : kNamed)
    if (name == entity) {
      text += character;
      return;
    }
  if (!entity.starts_with("&#")) {
    text += entity;
    return;
  }
  const bool hexadecimal = entity.size() > 2 && (entity[2] == 'x' || entity[2] == 'X');
  const std::string digits(entity.substr(hexadecimal ? 3 : 2));
  appendCodePoint(text,
                  static_cast<std::uint32_t>(std::strtoul(digits.c_str(), nullptr, hexadecimal ? 16 : 10)));
}

/// Checks that every byte belongs to a well-formed UTF-8 sequence, and that none is NUL.
bool isUtf8Text(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&text](std::size_t at) {
      return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u;
    };
    const unsigned first = byte(i);
    const std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first == 0 || length == 0 || first > 0xf4) return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((byte(i + k) & 0xc0) != 0x80) return false;
    i += length;
  }
  return true;
}

/// Turns the calls of md4c's parser into blocks.
class PageBuilder {
 public:
  explicit PageBuilder(ManualPage& page) : page_(page) {}

  int enterBlock(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_H:
        begin(ManualBlock::BlockKind::Heading).level =
            static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        break;
      case MD_BLOCK_P:
        // The first paragraph of a list item is the item's own text.
        if (std::exchange(itemBegins_, false)) break;
        begin(ManualBlock::BlockKind::Paragraph).level = depth();
        break;
      case MD_BLOCK_UL:
        lists_.push_back({});
        break;
      case MD_BLOCK_OL:
        lists_.push_back({true, static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start});
        break;
      case MD_BLOCK_LI: {
        ManualBlock& item = begin(ManualBlock::BlockKind::ListItem);
        item.level = depth();
        if (List& list = lists_.back(); list.numbered) item.marker = fmt::format("{}.", list.next++);
        itemBegins_ = true;
        break;
      }
      case MD_BLOCK_QUOTE:
        ++quotes_;
        break;
      case MD_BLOCK_HR:
        begin(ManualBlock::BlockKind::Rule);
        break;
      case MD_BLOCK_CODE:
        begin(ManualBlock::BlockKind::Code).level = depth();
        break;
      case MD_BLOCK_HTML:
        html_.clear();
        inHtml_ = true;
        break;
      case MD_BLOCK_TABLE: {
        const unsigned columns = static_cast<MD_BLOCK_TABLE_DETAIL*>(detail)->col_count;
        if (columns > kMostColumns) return 1;
        begin(ManualBlock::BlockKind::Table).table.columns.resize(columns);
        break;
      }
      case MD_BLOCK_TR:
        table().rows.emplace_back();
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD: {
        std::vector<RichText>& row = table().rows.back();
        row.emplace_back();
        const MD_ALIGN align = static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align;
        if (type == MD_BLOCK_TH && row.size() <= table().columns.size())
          table().columns[row.size() - 1] = align == MD_ALIGN_RIGHT    ? ColumnAlign::Right
                                            : align == MD_ALIGN_CENTER ? ColumnAlign::Centre
                                                                       : ColumnAlign::Left;
        break;
      }
      default:
        break;
    }
    return 0;
  }

  int leaveBlock(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_H:
        nameHeading();
        break;
      case MD_BLOCK_UL:
      case MD_BLOCK_OL:
        lists_.pop_back();
        break;
      case MD_BLOCK_LI:
        itemBegins_ = false;
        break;
      case MD_BLOCK_QUOTE:
        --quotes_;
        break;
      case MD_BLOCK_CODE:
        if (std::string& code = page_.blocks.back().code; code.ends_with('\n')) code.pop_back();
        break;
      case MD_BLOCK_TR:
        table().rows.back().resize(table().columns.size());
        break;
      case MD_BLOCK_HTML:
        inHtml_ = false;
        if (!html_.starts_with("<!--"))
          begin(ManualBlock::BlockKind::Paragraph).text.push_back({.text = html_});
        break;
      default:
        break;
    }
    return 0;
  }

  int enterSpan(MD_SPANTYPE type, void* detail) {
    if (type == MD_SPAN_STRONG) ++bold_;
    if (type == MD_SPAN_EM) ++italic_;
    if (type == MD_SPAN_CODE) ++code_;
    if (type == MD_SPAN_A) {
      const MD_ATTRIBUTE& href = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
      link_.assign(href.text, href.size);
    }
    return 0;
  }

  int leaveSpan(MD_SPANTYPE type) {
    if (type == MD_SPAN_STRONG) --bold_;
    if (type == MD_SPAN_EM) --italic_;
    if (type == MD_SPAN_CODE) --code_;
    if (type == MD_SPAN_A) link_.clear();
    return 0;
  }

  int addText(MD_TEXTTYPE type, std::string_view text) {
    if (inHtml_) {
      html_ += text;
      return 0;
    }
    if (page_.blocks.empty()) return 0;
    if (ManualBlock& block = page_.blocks.back(); block.kind == ManualBlock::BlockKind::Code) {
      block.code += text;
      return 0;
    }
    if (type == MD_TEXT_HTML && text.starts_with("<!--")) return 0;
    std::string& end = runToAppendTo();
    if (type == MD_TEXT_SOFTBR)
      end += ' ';
    else if (type == MD_TEXT_BR)
      end += '\n';
    else if (type == MD_TEXT_ENTITY)
      appendEntity(end, text);
    else if (type == MD_TEXT_NULLCHAR)
      end += "\xef\xbf\xbd";
    else
      end += text;
    return 0;
  }

 private:
  struct List {
    bool numbered = false;
    unsigned next = 1;
  };

  ManualBlock& begin(ManualBlock::BlockKind kind) {
    itemBegins_ = false;
    page_.blocks.emplace_back().kind = kind;
    return page_.blocks.back();
  }
  [[nodiscard]] int depth() const { return static_cast<int>(lists_.size()) + quotes_; }
  ManualTable& table() { return page_.blocks.back().table; }

  /// Returns the text of the last run if it has the present style, else the text of a new run.
  std::string& runToAppendTo() {
    ManualBlock& block = page_.blocks.back();
    RichText& runs = block.kind == ManualBlock::BlockKind::Table && !block.table.rows.empty() &&
                             !block.table.rows.back().empty()
                         ? block.table.rows.back().back()
                         : block.text;
    const TextRun style{{}, bold_ > 0, italic_ > 0, code_ > 0, link_};
    if (!runs.empty()) {
      TextRun& last = runs.back();
      if (last.bold == style.bold && last.italic == style.italic && last.code == style.code &&
          last.link == style.link)
        return last.text;
    }
    runs.push_back(style);
    return runs.back().text;
  }

  /// Gives a heading its anchor: the second heading of one name gets "-1", the third "-2".
  void nameHeading() {
    ManualBlock& heading = page_.blocks.back();
    const std::string text = plainText(heading.text);
    if (page_.title.empty()) page_.title = text;
    heading.anchor = headingAnchor(text);
    if (const int before = anchors_[heading.anchor]++; before > 0)
      heading.anchor += fmt::format("-{}", before);
  }

  ManualPage& page_;
  std::vector<List> lists_;
  std::map<std::string, int> anchors_;  ///< number of headings with this anchor
  int bold_ = 0, italic_ = 0, code_ = 0, quotes_ = 0;
  bool itemBegins_ = false;  ///< the item has no text yet
  bool inHtml_ = false;
  std::string link_, html_;
};

}  // namespace

std::string plainText(const RichText& text) {
  std::string plain;
  for (const TextRun& run : text) plain += run.text;
  return plain;
}

std::string plainText(const ManualBlock& block) {
  if (block.kind == ManualBlock::BlockKind::Code) {
    std::string line = block.code;
    std::replace(line.begin(), line.end(), '\n', ' ');
    return line;
  }
  return plainText(block.text);
}

std::string plainText(const std::vector<RichText>& row) {
  std::string line;
  for (const RichText& cell : row) {
    const std::string text = plainText(cell);
    if (!line.empty() && !text.empty()) line += "  ";
    line += text;
  }
  return line;
}

std::string headingAnchor(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) || c == '-' || c == '_')
      anchor += byte < 0x80 ? static_cast<char>(std::tolower(byte)) : c;
    else if (c == ' ')
      anchor += '-';
  }
  return anchor;
}

ManualPage parseManualPage(std::string_view name, std::string_view markdown) {
  ManualPage page;
  page.name = name;
  if (markdown.empty()) page.problem = "is empty";
  if (markdown.size() > kLargestPage) page.problem = "is larger than the limit of a page (1 MiB)";
  if (page.problem.empty() && !isUtf8Text(markdown)) page.problem = "is not UTF-8 text";
  if (page.problem.empty()) {
    MD_PARSER parser{};
    parser.flags = MD_FLAG_TABLES | MD_FLAG_PERMISSIVEURLAUTOLINKS;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
      return static_cast<PageBuilder*>(data)->enterBlock(type, detail);
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* data) {
      return static_cast<PageBuilder*>(data)->leaveBlock(type);
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* data) {
      return static_cast<PageBuilder*>(data)->enterSpan(type, detail);
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* data) {
      return static_cast<PageBuilder*>(data)->leaveSpan(type);
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* data) {
      return static_cast<PageBuilder*>(data)->addText(type, {text, size});
    };
    PageBuilder data(page);
    if (md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, &data) != 0)
      page.problem = "cannot be parsed as Markdown";
  }
  if (!page.problem.empty()) page.blocks.clear();
  if (page.title.empty()) page.title = page.name;
  return page;
}

std::optional<std::size_t> findSection(const ManualPage& page, std::string_view anchor) {
  for (std::size_t i = 0; i < page.blocks.size(); ++i)
    if (page.blocks[i].kind == ManualBlock::BlockKind::Heading && page.blocks[i].anchor == anchor) return i;
  return {};
}

}  // namespace ooze
