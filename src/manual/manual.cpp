#include "manual/manual.h"

#include "base/file.h"

#include <algorithm>
#include <exception>
#include <map>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

namespace fs = std::filesystem;

// Text before a match, and all text of an excerpt [bytes].
constexpr std::size_t kExcerptBefore = 24, kExcerptLength = 90;

ManualPage readPage(const fs::path& file) {
  const std::string name = file.filename().string();
  ManualPage page;
  try {
    page = parseManualPage(name, readText(file));
  } catch (const std::exception&) {
    page.name = page.title = name;
    page.problem = "cannot be read";
  }
  if (!page.problem.empty()) page.problem = file.string() + " " + page.problem + ".";
  return page;
}

/// Calls `visit` with every link of a page and the heading above it, in reading order.
template <class Visit>
void forEachLink(const ManualPage& page, Visit visit) {
  std::string heading;
  const auto visitText = [&](const RichText& text) {
    for (const TextRun& run : text)
      if (!run.link.empty()) visit(run.link, heading);
  };
  for (const ManualBlock& block : page.blocks) {
    if (block.kind == ManualBlock::BlockKind::Heading) heading = plainText(block);
    visitText(block.text);
    for (const std::vector<RichText>& row : block.table.rows)
      for (const RichText& cell : row) visitText(cell);
  }
}

/// Moves a place back to the first byte of its UTF-8 character.
std::size_t characterStart(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
  return at;
}

std::string excerptAround(const std::string& text, std::size_t match) {
  std::size_t begin = match > kExcerptBefore ? match - kExcerptBefore : 0;
  if (begin > 0)
    if (const std::size_t space = text.find(' ', begin); space < match) begin = space + 1;
  begin = characterStart(text, begin);
  const std::size_t end = characterStart(text, std::min(text.size(), begin + kExcerptLength));
  return (begin > 0 ? "..." : "") + text.substr(begin, end - begin) + (end < text.size() ? "..." : "");
}

/// Returns the byte offset in the text at which the first of the words begins. Empty unless the text holds
/// every word.
std::optional<std::size_t> matchOfAll(const std::string& text, const std::vector<std::string>& words) {
  const std::string lower = lowerCase(text);
  std::size_t first = std::string::npos;
  for (const std::string& word : words) {
    const std::size_t at = lower.find(word);
    if (at == std::string::npos) return {};
    first = std::min(first, at);
  }
  return first;
}

}  // namespace

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::vector<std::string> searchWords(std::string_view query) {
  std::vector<std::string> words(1);
  for (const char c : lowerCase(query)) {
    if (c != ' ')
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

void Manual::load() {
  pages_.clear();
  std::map<std::string, fs::path> files;
  for (const fs::path& folder : folders_) {
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
      if (entry->path().extension() == ".md") files.emplace(entry->path().filename().string(), entry->path());
  }
  for (const auto& [name, file] : files) pages_.push_back(readPage(file));
  const std::optional<std::size_t> index = find("index.md");
  if (!index) return;
  std::vector<std::string> order{"index.md"};
  forEachLink(pages_[*index], [&](const std::string& link, const std::string& heading) {
    const std::string name = link.substr(0, link.find('#'));
    if (std::find(order.begin(), order.end(), name) != order.end()) return;
    order.push_back(name);
    if (const std::optional<std::size_t> page = find(name)) pages_[*page].group = heading;
  });
  const auto rank = [&order](const ManualPage& page) {
    return std::find(order.begin(), order.end(), page.name) - order.begin();
  };
  std::stable_sort(pages_.begin(), pages_.end(),
                   [&](const ManualPage& a, const ManualPage& b) { return rank(a) < rank(b); });
}

std::optional<std::size_t> Manual::find(std::string_view name) const {
  for (std::size_t i = 0; i < pages_.size(); ++i)
    if (pages_[i].name == name) return i;
  return {};
}

ManualTarget Manual::resolve(std::size_t from, std::string_view link) const {
  ManualTarget target;
  target.address = link;
  if (link.starts_with("http://") || link.starts_with("https://")) {
    target.kind = ManualTarget::LinkKind::Web;
    return target;
  }
  const std::size_t hash = link.find('#');
  const std::string_view name = link.substr(0, hash);
  const std::optional<std::size_t> page = name.empty() ? std::optional(from) : find(name);
  if (!page || *page >= pages_.size()) return target;
  target.page = *page;
  if (hash != std::string_view::npos) {
    target.block = findSection(pages_[*page], link.substr(hash + 1));
    if (!target.block) return target;
  }
  target.kind = ManualTarget::LinkKind::Page;
  return target;
}

std::vector<ManualHit> Manual::search(std::string_view query) const {
  const std::vector<std::string> words = searchWords(query);
  std::vector<ManualHit> headings, texts;
  if (words.empty()) return headings;
  for (std::size_t p = 0; p < pages_.size(); ++p) {
    std::string section;
    for (std::size_t b = 0; b < pages_[p].blocks.size(); ++b) {
      const ManualBlock& block = pages_[p].blocks[b];
      if (block.kind == ManualBlock::BlockKind::Table) {
        for (std::size_t r = 0; r < block.table.rows.size(); ++r) {
          const std::string text = plainText(block.table.rows[r]);
          if (const auto at = matchOfAll(text, words))
            texts.push_back({p, b, r, section, excerptAround(text, *at)});
        }
        continue;
      }
      const std::string text = plainText(block);
      const bool isHeading = block.kind == ManualBlock::BlockKind::Heading;
      if (isHeading) section = text;
      if (const auto at = matchOfAll(text, words))
        (isHeading ? headings : texts)
            .push_back({p, b, 0, section, isHeading ? "" : excerptAround(text, *at)});
    }
  }
  headings.insert(headings.end(), texts.begin(), texts.end());
  return headings;
}

}  // namespace ooze
