// Index of names, so that a lookup does not depend on the number of names.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>

namespace ooze {

/// Maps each name of a list to its place in the list. The list and the index grow together. Of equal names
/// the first one counts, as in a search from the front.
class NameIndex {
 public:
  NameIndex() = default;
  /// Makes the index of a list whose items have a member `name`.
  template <class List>
  explicit NameIndex(const List& list) {
    places_.reserve(list.size());
    for (const auto& item : list) add(item.name);
  }

  /// Adds the name of the next item of the list.
  /// @return false if an earlier item has the name
  bool add(std::string_view name) { return places_.emplace(name, size_++).second; }

  /// Returns the place of the first item with this name; nothing if no item has it.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }
  [[nodiscard]] bool contains(std::string_view name) const { return places_.find(name) != places_.end(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };

  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> places_;
  std::size_t size_ = 0;
};

/// Searches a list by name. The first searches go through the list, because most lists are short or searched
/// once; later ones use an index. The list may not change between the searches, unless reset() is called.
class NameSearch {
 public:
  /// Returns the place of the first item with this name; nothing if no item has it.
  /// @param list  a list of names, of items with a name, or of pointers to such items; the same in each
  /// search
  template <class List>
  [[nodiscard]] std::optional<std::size_t> find(const List& list, std::string_view name) {
    if (index_) return index_->find(name);
    if (list.size() > kShort && ++searches_ > kSearches) {
      index_.emplace();
      for (const auto& item : list) index_->add(nameOf(item));
      return index_->find(name);
    }
    for (std::size_t place = 0; const auto& item : list) {
      if (nameOf(item) == name) return place;
      ++place;
    }
    return std::nullopt;
  }

  /// Forgets the list.
  void reset() { *this = {}; }

  /// Returns the name of an item of a list.
  static std::string_view nameOf(std::string_view name) { return name; }
  template <class Item>
  static std::string_view nameOf(const Item& item) {
    if constexpr (std::is_pointer_v<Item>)
      return item->name;
    else
      return item.name;
  }

 private:
  static constexpr std::size_t kShort = 16, kSearches = 4;

  std::optional<NameIndex> index_;
  std::size_t searches_ = 0;
};

}  // namespace ooze
