// Report of a verification in JSON. assets/verified.json is the report that ships with the program: the
// manual shows its tables, and cards of materials show its errors.
#pragma once

#include "verify/verification.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ooze::verify {

/// Describes the rows of one method.
/// @param seconds  wall time of the verification [s]
nlohmann::ordered_json reportOf(const MethodRow& method, const std::vector<CheckedRow>& rows, double seconds);

/// Returns the rows of a method with the report's measured values.
/// @throws InputError if a law or a row is unknown or missing
std::vector<CheckedRow> rowsOf(const nlohmann::ordered_json& report, const MethodRow& method);

/// Measured values of a card's figure, as multiples of the card's values.
struct MeasuredRatio {
  double least, most;

  /// Returns the uncertainty in words: "within 12 %", "measured: 1.1 to 2.1 times as much".
  [[nodiscard]] std::string text() const;
};

/// Errors of the figures that cards of materials show.
class CardErrors {
 public:
  CardErrors() = default;
  /// @throws nlohmann::json::exception if the report has another form
  explicit CardErrors(const nlohmann::ordered_json& report);

  /// Returns the ratios of measured to expected values over all rows that verify a figure; none if no row
  /// does.
  [[nodiscard]] std::optional<MeasuredRatio> ratioOf(std::string_view method, std::string_view figure) const;
  /// Returns the largest viscosity that was measured of a method's least viscous liquid at h = kH [m^2/s].
  [[nodiscard]] std::optional<double> leastViscosity(std::string_view method) const;

 private:
  std::map<std::pair<std::string, std::string>, MeasuredRatio, std::less<>> ratios_;
  std::map<std::string, double, std::less<>> leastViscosities_;
};

/// Returns the errors of assets/verified.json, which is read once. Without a readable file no figure has an
/// error, and the standard error stream has one line about it.
const CardErrors& shippedCardErrors();

}  // namespace ooze::verify
