#include "ooze/base/error.h"

#include "base/utf8.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace ooze {
namespace {

// Edit distance (Levenshtein 1966). Words are short, so the plain quadratic table suffices.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

InputError::InputError(const std::string& message) : std::runtime_error(replaceInvisible(message)) {}

RunError::RunError(const std::string& message) : std::runtime_error(replaceInvisible(message)) {}

std::string quoteText(std::string_view text) {
  const std::string_view shown = shortened(text, kMaxQuotedBytes);
  return fmt::format("\"{}{}\"", replaceInvisible(shown), shown.size() < text.size() ? "…" : "");
}

std::string nearestWord(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  if (word.size() > kMaxQuotedBytes) return best;  // the table would be large, and no such word is a mistake
  // A typing mistake changes at most about a third of the letters.
  std::size_t bestDistance = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& c : candidates) {
    const std::size_t d = editDistance(word, c);
    if (d < bestDistance) bestDistance = d, best = c;
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string best = nearestWord(word, candidates);
  return best.empty() ? "" : fmt::format("; did you mean \"{}\"?", best);
}

}  // namespace ooze
