// The manual: its pages, the links between them, and a search through all of them.
#pragma once

#include "manual/page.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// A place that a search has found.
struct ManualHit {
  std::size_t page = 0, block = 0;
  std::size_t row = 0;  ///< row of the block's table; 0 for a block that is no table
  std::string section;  ///< text of the heading above the block
  std::string excerpt;  ///< the words around the first match
};

/// A link's target, resolved.
struct ManualTarget {
  enum class LinkKind { Page, Web, Missing } kind = LinkKind::Missing;
  std::size_t page = 0;
  std::optional<std::size_t> block;  ///< index of the heading to scroll to; unset: the top of the page
  std::string address;               ///< web address (Web), or the target as written in the page (Missing)
};

class Manual {
 public:
  /// @param folders  each may hold *.md pages; of two pages with one name the first folder's counts
  explicit Manual(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}

  /// Reads all pages anew. A page that cannot be read stays in the list with a problem.
  void load();
  /// Returns the pages in the order in which index.md links to them, then the other pages by name. Empty
  /// before load().
  [[nodiscard]] const std::vector<ManualPage>& pages() const { return pages_; }
  /// Finds a page by its name. @return nothing if no folder has it
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
  /// Finds the page or web address that a link of a page leads to.
  /// @param from  the page that has the link
  [[nodiscard]] ManualTarget resolve(std::size_t from, std::string_view link) const;
  /// Finds the blocks and table rows that hold every word of the query, in any case. Headings come before
  /// text.
  [[nodiscard]] std::vector<ManualHit> search(std::string_view query) const;

 private:
  std::vector<std::filesystem::path> folders_;
  std::vector<ManualPage> pages_;
};

/// Splits a query into its words, in lower case (of ASCII letters).
std::vector<std::string> searchWords(std::string_view query);
/// Returns the text with its ASCII letters in lower case; every byte stays at its place.
std::string lowerCase(std::string_view text);

}  // namespace ooze
