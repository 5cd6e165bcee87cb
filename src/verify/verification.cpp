#include "verify/verification.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>
#include <fmt/format.h>
#include <iterator>
#include <mutex>
#include <sstream>
#include <thread>
#include <tuple>

namespace ooze::verify {
namespace {

using Cells = std::array<std::string, 7>;
constexpr std::array kHeadings{"law", "source", "expected", "measured", "error", "wanted", ""};

/// Returns three significant digits without an exponent where that is short.
std::string number(double value) {
  if (value == 0.0) return "0";
  if (!std::isfinite(value)) return fmt::format("{}", value);
  if (std::abs(value) < 1e-3 || std::abs(value) >= 1e5) return fmt::format("{:.2e}", value);
  const int digits = std::clamp(2 - static_cast<int>(std::floor(std::log10(std::abs(value)))), 0, 5);
  return fmt::format("{:.{}f}", value, digits);
}

std::string withUnit(double value, const std::string& unit) {
  return unit == "1" ? number(value) : fmt::format("{} {}", number(value), unit);
}

Cells cellsOf(const CheckedRow& checked) {
  const LawRow& row = checked.row;
  const bool ran = checked.failure.empty();
  std::string error;
  if (ran && row.expected != 0.0)
    error = fmt::format("{:+.0f} %", 100.0 * (checked.measured / row.expected - 1.0));
  return {fmt::format("{}: {}", checked.law->key, row.quantity),
          std::string(checked.law->source),
          withUnit(row.expected, row.unit),
          ran ? withUnit(checked.measured, row.unit) : checked.failure,
          error,
          row.wanted.text(),
          checked.passed() ? "pass" : "missed"};
}

/// Returns the number of characters of a UTF-8 text.
std::size_t widthOf(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

bool Wanted::accepts(double expected, double measured) const {
  if (!std::isfinite(measured)) return false;
  switch (kind) {
    case Kind::Relative:
      return std::abs(measured - expected) <= bound * std::abs(expected);
    case Kind::Absolute:
      return std::abs(measured - expected) <= bound;
    case Kind::AtMost:
      return measured <= bound;
    case Kind::AtLeast:
      return measured >= bound;
  }
  return false;
}

std::string Wanted::text() const {
  switch (kind) {
    case Kind::Relative:
      return fmt::format("within {:g} %", 100.0 * bound);
    case Kind::Absolute:
      return fmt::format("within {:g}", bound);
    case Kind::AtMost:
      return fmt::format("at most {:g}", bound);
    case Kind::AtLeast:
      return fmt::format("at least {:g}", bound);
  }
  return {};
}

bool Law::appliesTo(const MethodRow& method) const {
  return methods.empty() || std::ranges::find(methods, method.key) != methods.end();
}

std::span<const Law> laws() {
  static const std::vector<Law> all = [] {
    std::vector<Law> joined;
    for (const auto& part : {restLaws(), momentumLaws(), viscosityLaws(), creepLaws(), mixtureLaws(),
                             shapeLaws(), materialLaws(), cardLaws(), resolutionLaws()})
      joined.insert(joined.end(), part.begin(), part.end());
    return joined;
  }();
  return all;
}

std::vector<const Law*> lawsByKey(const std::string& keys) {
  std::vector<std::string> known;
  for (const Law& law : laws()) known.emplace_back(law.key);
  std::vector<std::string> asked;
  std::istringstream list(keys);
  for (std::string key; std::getline(list, key, ',');) {
    if (std::ranges::find(known, key) == known.end())
      throw InputError(fmt::format("unknown law \"{}\"{}", key, suggestion(key, known)));
    asked.push_back(key);
  }
  std::vector<const Law*> found;
  for (const Law& law : laws())
    if (asked.empty() || std::ranges::find(asked, law.key) != asked.end()) found.push_back(&law);
  return found;
}

std::vector<const Law*> lawsOf(const MethodRow& method) { return lawsOf(method, lawsByKey("")); }

std::vector<const Law*> lawsOf(const MethodRow& method, std::span<const Law* const> among) {
  std::vector<const Law*> found;
  for (const Law* law : among)
    if (law->appliesTo(method)) found.push_back(law);
  return found;
}

std::vector<CheckedRow> verify(const Trial& trial, std::span<const Law* const> laws, int threads,
                               const std::function<void()>& done) {
  std::vector<std::vector<CheckedRow>> rows(laws.size());
  const auto measure = [&](std::size_t i) {
    const auto begin = std::chrono::steady_clock::now();
    try {
      for (const LawRow& row : laws[i]->rows(trial.method)) rows[i].push_back({laws[i], row, 0.0, {}, 0.0});
      const std::vector<double> measured = laws[i]->measure(trial);
      for (std::size_t k = 0; k < rows[i].size(); ++k) rows[i][k].measured = measured.at(k);
    } catch (const std::exception& error) {
      if (rows[i].empty()) rows[i].push_back({laws[i], {"expected values", "1", 0.0, within(0.0)}});
      for (CheckedRow& row : rows[i]) row.failure = error.what();
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    for (CheckedRow& row : rows[i]) row.seconds = seconds;
  };
  // Each world has a single thread, and each thread a world: whole laws in parallel scale better than loops.
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t i = next++; i < laws.size(); i = next++) {
      measure(i);
      const std::scoped_lock lock(mutex);
      if (done) done();
    }
  };
  {
    std::vector<std::jthread> pool;
    const std::size_t count =
        threads > 0 ? static_cast<std::size_t>(threads) : std::max(1u, std::thread::hardware_concurrency());
    for (std::size_t t = 1; t < std::min(count, laws.size()); ++t) pool.emplace_back(work);
    work();
  }
  std::vector<CheckedRow> all;
  for (std::vector<CheckedRow>& part : rows) std::ranges::move(part, std::back_inserter(all));
  return all;
}

std::string textTable(std::span<const CheckedRow> rows) {
  std::vector<Cells> table{Cells{}};
  std::ranges::copy(kHeadings, table[0].begin());
  for (const CheckedRow& row : rows) table.push_back(cellsOf(row));
  // A line before the rows of a law names the law and its source.
  constexpr std::array<std::size_t, 6> kColumns{0, 2, 3, 4, 5, 6};
  std::array<std::size_t, std::tuple_size_v<Cells>> widths{};
  for (std::size_t r = 0; r < table.size(); ++r) {
    if (r > 0) table[r][0] = "  " + rows[r - 1].row.quantity;
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], widthOf(table[r][c]));
  }
  std::string text;
  for (std::size_t r = 0; r < table.size(); ++r) {
    if (r > 0 && (r == 1 || rows[r - 1].law != rows[r - 2].law))
      text += fmt::format("{}: {} [{}]\n", rows[r - 1].law->key, rows[r - 1].law->sentence,
                          rows[r - 1].law->source);
    std::string line;
    for (const std::size_t c : kColumns)
      line += table[r][c] + std::string(widths[c] - widthOf(table[r][c]) + 2, ' ');
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string markdownTable(std::span<const CheckedRow> rows) {
  std::string text;
  const auto addLine = [&](const Cells& cells) {
    for (const std::string& cell : cells) {
      text += "| ";
      for (const char c : cell) {
        if (c == '|' || c == '*' || c == '<' || c == '\\' || c == '`') text += '\\';
        text += c;
      }
      text += ' ';
    }
    text += "|\n";
  };
  Cells headings;
  std::ranges::copy(kHeadings, headings.begin());
  headings.back() = "result";
  addLine(headings);
  text += "|---|---|---|---|---|---|---|\n";
  for (const CheckedRow& row : rows) addLine(cellsOf(row));
  return text;
}

}  // namespace ooze::verify
