// Index of a pair table, so that a lookup hardly depends on the number of pairs.
#pragma once

#include "ooze/methods/pair_table.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace ooze {

/// Maps each pair and function of a table to its place in the table. Entries are the same as for
/// isSamePair(). The table and the index grow together.
class PairIndex {
 public:
  PairIndex() = default;
  explicit PairIndex(const PairTable& table) {
    for (const PairEntry& entry : table) add(entry);
  }

  /// Adds the next entry of the table.
  /// @return false if an earlier entry is of the same pair and function
  bool add(const PairEntry& entry) { return places_.emplace(keyOf(entry), size_++).second; }

  /// Returns the place of the entry of the same pair and function; nothing if the table has none.
  [[nodiscard]] std::optional<std::size_t> find(const PairEntry& pair) const {
    const auto found = places_.find(keyOf(pair));
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }
  /// Returns the entry of the same pair and function in the table of this index, or null.
  [[nodiscard]] const PairEntry* find(const PairTable& table, const PairEntry& pair) const {
    const auto place = find(pair);
    return place ? &table[*place] : nullptr;
  }

 private:
  static constexpr std::size_t kSolid = SIZE_MAX;  // second material of a pair with a solid

  // Function, the two materials in ascending order, and the solid; for a pair of liquids the solid is
  // ignored.
  template <class Text>
  using Key = std::tuple<Text, std::size_t, std::size_t, Text>;

  static Key<std::string_view> keyOf(const PairEntry& e) {
    if (!e.other) return {e.function, e.material, kSolid, e.solid};
    const auto [low, high] = std::minmax(e.material, *e.other);
    return {e.function, low, high, {}};
  }

  /// Compares keys by their texts, whoever owns the texts.
  struct Less {
    using is_transparent = void;
    template <class A, class B>
    bool operator()(const A& a, const B& b) const {
      return viewOf(a) < viewOf(b);
    }
  };
  template <class Text>
  static Key<std::string_view> viewOf(const Key<Text>& key) {
    const auto& [function, first, second, solid] = key;
    return {function, first, second, solid};
  }

  std::map<Key<std::string>, std::size_t, Less> places_;
  std::size_t size_ = 0;
};

}  // namespace ooze
