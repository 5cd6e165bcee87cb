// The springs of Clavet 2005, section 5: who is tied to whom, and at what rest length.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::clavet {

struct Spring {
  std::uint32_t a, b;  ///< particle ids, a < b
  float restLength;    ///< L [m]
};

/// All springs, ascending in (a, b), each pair at most once.
struct Springs {
  std::vector<Spring> list;
  std::vector<std::uint32_t> rowBegin;  ///< springs of id a are list[rowBegin[a], rowBegin[a + 1])
  std::vector<Spring> merged;           ///< working memory of a merge

  void indexRows(std::uint32_t idCount);
  [[nodiscard]] std::span<const Spring> row(std::uint32_t a) const {
    return {list.data() + rowBegin[a], list.data() + rowBegin[a + 1]};
  }
  [[nodiscard]] bool contains(std::uint32_t a, std::uint32_t b) const;
};

}  // namespace ooze::clavet
