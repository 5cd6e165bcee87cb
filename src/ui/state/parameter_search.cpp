#include "ui/state/parameter_search.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace ooze::ui {
namespace {

struct GreekLetter {
  std::string_view small, capital, name;
};
constexpr std::array kGreek{
    GreekLetter{"α", "Α", "alpha"}, GreekLetter{"β", "Β", "beta"},  GreekLetter{"γ", "Γ", "gamma"},
    GreekLetter{"δ", "Δ", "delta"}, GreekLetter{"κ", "Κ", "kappa"}, GreekLetter{"λ", "Λ", "lambda"},
    GreekLetter{"μ", "Μ", "mu"},    GreekLetter{"µ", "Μ", "mu"},  // the second is the micro sign
    GreekLetter{"ρ", "Ρ", "rho"},   GreekLetter{"σ", "Σ", "sigma"}, GreekLetter{"ς", "Σ", "sigma"},
    GreekLetter{"χ", "Χ", "chi"},
};
constexpr std::array<std::string_view, 3> kMinus{"-", "−", "–"};

std::size_t lengthAt(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return std::min(length, text.size() - at);
}

std::string_view greekName(std::string_view character) {
  for (const GreekLetter& letter : kGreek)
    if (character == letter.small || character == letter.capital) return letter.name;
  return {};
}

enum class CharacterKind { Other, GreekLetter, Digit };

/// Builder for a list of words.
class Words {
 public:
  void add(std::string_view part, CharacterKind kind) {
    if (kind != last_ || list_.empty()) list_.emplace_back();
    list_.back() += part;
    last_ = kind;
  }
  void end() { last_ = CharacterKind::Other; }
  /// Adds a complete word, such as the name of a Greek letter.
  void addWhole(std::string_view word) {
    list_.emplace_back(word);
    end();
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(list_); }

 private:
  std::vector<std::string> list_;
  CharacterKind last_ = CharacterKind::Other;
};

bool beginsOne(const std::string& part, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word.starts_with(part); });
}

bool beginEach(const std::vector<std::string>& query, const std::vector<std::string>& words) {
  return std::all_of(query.begin(), query.end(),
                     [&](const std::string& part) { return beginsOne(part, words); });
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += word;
  return all;
}

/// Returns the words of a row's symbol, and all of them joined, as "knear".
std::vector<std::string> symbolWords(const ParameterInfo& row) {
  std::vector<std::string> words = searchWords(row.symbol);
  words.push_back(joined(words));
  return words;
}

/// Returns the words of a row's label, key and symbol.
std::vector<std::string> names(const ParameterInfo& row) {
  std::vector<std::string> words = symbolWords(row);
  for (const std::string_view text : {row.label, row.key})
    for (std::string& word : searchWords(text)) words.push_back(std::move(word));
  return words;
}

/// Returns whether each word of the query begins a name of the row. A single letter must begin a symbol.
bool isCalled(const ParameterInfo& row, const std::vector<std::string>& query) {
  const std::vector<std::string> all = names(row), symbol = symbolWords(row);
  return std::all_of(query.begin(), query.end(), [&](const std::string& part) {
    return beginsOne(part, part.size() == 1 ? symbol : all);
  });
}

std::vector<std::string> explanation(const ParameterInfo& row, std::string_view heading) {
  std::vector<std::string> words = names(row);
  for (const std::string_view text : {heading, row.tooltip, row.more, row.lesson.tenPercentMore})
    for (std::string& word : searchWords(text)) words.push_back(std::move(word));
  for (const ParameterTickLabel& mark : row.marks)
    for (std::string& word : searchWords(mark.word)) words.push_back(std::move(word));
  return words;
}

template <class Has>
std::vector<std::size_t> rowsThat(std::span<const ParameterInfo> rows, const Has& has) {
  std::vector<std::size_t> found;
  std::string_view heading;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].heading.empty()) heading = rows[i].heading;
    if (has(rows[i], heading)) found.push_back(i);
  }
  return found;
}

}  // namespace

std::vector<std::string> searchWords(std::string_view text) {
  Words words;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view character = text.substr(at, lengthAt(text, at));
    at += character.size();
    const auto byte = static_cast<unsigned char>(character[0]);
    const bool last = at == text.size() || text[at] == ' ';
    if (const std::string_view name = greekName(character); !name.empty())
      words.addWhole(name);
    else if (std::isalpha(byte) != 0)
      words.add(std::string(1, static_cast<char>(std::tolower(byte))), CharacterKind::GreekLetter);
    else if (std::isdigit(byte) != 0)
      words.add(character, CharacterKind::Digit);
    else if (last && character == "+")
      words.addWhole("plus");
    else if (last && std::find(kMinus.begin(), kMinus.end(), character) != kMinus.end())
      words.addWhole("minus");
    else
      words.end();
  }
  return words.take();
}

std::vector<std::size_t> findParameters(std::span<const ParameterInfo> rows, std::string_view query) {
  const std::vector<std::string> words = searchWords(query);
  const std::string whole = joined(words);
  std::vector<std::size_t> found = rowsThat(rows, [&](const ParameterInfo& row, std::string_view) {
    return isCalled(row, words) || beginsOne(whole, symbolWords(row));
  });
  if (!found.empty()) return found;
  constexpr std::size_t kTold = 3;  // shortest query word that is searched in explanations
  if (std::all_of(words.begin(), words.end(), [](const std::string& w) { return w.size() >= kTold; }))
    found = rowsThat(rows, [&](const ParameterInfo& row, std::string_view heading) {
      return beginEach(words, explanation(row, heading));
    });
  if (!found.empty() || words.size() != 1) return found;
  return rowsThat(rows, [&](const ParameterInfo& row, std::string_view) {
    const std::vector<std::string> formula = searchWords(row.lesson.equation);
    return std::find(formula.begin(), formula.end(), whole) != formula.end();
  });
}

std::vector<std::string> searchExamples(std::span<const ParameterInfo> rows) {
  std::vector<std::string> examples;
  if (rows.empty()) return examples;
  std::string label(rows[0].label);
  if (!label.empty()) label[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(label[0])));
  examples.push_back(std::move(label));
  const auto addFirst = [&](auto&& exampleOf) {
    for (const ParameterInfo& row : rows)
      if (std::string example = exampleOf(row); !example.empty())
        return examples.push_back(std::move(example));
  };
  addFirst([](const ParameterInfo& row) {
    return row.symbol.empty() ? std::string()
                              : std::string(greekName(row.symbol.substr(0, lengthAt(row.symbol, 0))));
  });
  addFirst([](const ParameterInfo& row) {
    return row.symbol.find('_') == std::string_view::npos ? std::string() : std::string(row.symbol);
  });
  return examples;
}

}  // namespace ooze::ui
