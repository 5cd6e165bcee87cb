#include "verify/report.h"

#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "base/file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fmt/format.h>

namespace ooze::verify {

using Json = nlohmann::ordered_json;

Json reportOf(const MethodRow& method, const std::vector<CheckedRow>& rows, double seconds) {
  Json checks = Json::array();
  for (const CheckedRow& checked : rows) {
    Json json{{"law", checked.law->key},       {"sentence", checked.law->sentence},
              {"source", checked.law->source}, {"quantity", checked.row.quantity},
              {"unit", checked.row.unit},      {"expected", checked.row.expected},
              {"measured", checked.measured},  {"wanted", checked.row.wanted.text()},
              {"passed", checked.passed()},    {"seconds", checked.seconds}};
    if (!checked.row.figures.empty()) json["figures"] = checked.row.figures;
    if (!checked.failure.empty()) json["measured"] = nullptr, json["failure"] = checked.failure;
    checks.push_back(std::move(json));
  }
  return {{"method", method.key}, {"seconds", seconds}, {"rows", std::move(checks)}};
}

std::vector<CheckedRow> rowsOf(const Json& report, const MethodRow& method) {
  const auto found =
      std::ranges::find_if(report, [&](const Json& part) { return part.at("method") == method.key; });
  if (found == report.end()) throw InputError(fmt::format("the report has no method {}", method.key));
  std::vector<CheckedRow> rows;
  for (const Law* law : lawsOf(method))
    for (LawRow& row : law->rows(method)) {
      const auto isRow = [&](const Json& part) {
        return part.at("law") == law->key && part.at("quantity") == row.quantity;
      };
      const Json& parts = found->at("rows");
      const auto part = std::ranges::find_if(parts, isRow);
      if (part == parts.end())
        throw InputError(
            fmt::format("the report of {} has no row \"{}: {}\"", method.key, law->key, row.quantity));
      CheckedRow checked{law, std::move(row)};
      if (part->contains("failure"))
        checked.failure = part->at("failure").get<std::string>();
      else
        checked.measured = part->at("measured").get<double>();
      rows.push_back(std::move(checked));
    }
  if (rows.size() != found->at("rows").size())
    throw InputError(fmt::format("the report of {} has rows of unknown laws", method.key));
  return rows;
}

std::string MeasuredRatio::text() const {
  const double error = std::max(std::abs(least - 1.0), std::abs(most - 1.0));
  if (error <= 0.5) return fmt::format("within {:.0f} %", std::max(1.0, std::ceil(100.0 * error - 0.01)));
  const std::string low = fmt::format("{:.2g}", least), high = fmt::format("{:.2g}", most);
  return fmt::format("measured: {} times as much", low == high ? low : low + " to " + high);
}

CardErrors::CardErrors(const Json& report) {
  for (const Json& part : report) {
    const std::string method = part.at("method");
    for (const Json& row : part.at("rows")) {
      if (!row.contains("figures") || !row.at("measured").is_number()) continue;
      const double expected = row.at("expected"), measured = row.at("measured");
      for (const std::string figure : row.at("figures")) {
        if (figure == kLeastViscosity) {
          double& least = leastViscosities_[method];
          least = std::max(least, measured);
        } else if (expected != 0.0) {
          const double ratio = measured / expected;
          MeasuredRatio& all =
              ratios_.try_emplace({method, figure}, MeasuredRatio{ratio, ratio}).first->second;
          all = {std::min(all.least, ratio), std::max(all.most, ratio)};
        }
      }
    }
  }
}

std::optional<MeasuredRatio> CardErrors::ratioOf(std::string_view method, std::string_view figure) const {
  const auto at = ratios_.find(std::pair{std::string(method), std::string(figure)});
  return at == ratios_.end() ? std::nullopt : std::optional(at->second);
}

std::optional<double> CardErrors::leastViscosity(std::string_view method) const {
  const auto at = leastViscosities_.find(method);
  return at == leastViscosities_.end() ? std::nullopt : std::optional(at->second);
}

const CardErrors& shippedCardErrors() {
  static const CardErrors errors = [] {
    try {
      return CardErrors(Json::parse(readText(findAsset("verified.json"))));
    } catch (const std::exception& error) {
      fmt::print(stderr, "ooze: cards show no uncertainties: {}\n", error.what());
      return CardErrors();
    }
  }();
  return errors;
}

}  // namespace ooze::verify
