// The unit of each parameter's row is the unit that the method's code takes the value in.
#include "ooze/methods/method.h"

#include "methods/clavet/coefficients.h"
#include "methods/mps/coefficients.h"
#include "methods/rasmussen/coefficients.h"
#include "methods/shape_matching/coefficients.h"
#include "methods/steele/coefficients.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ooze::parameter_units_test {
namespace {

// The radii differ, so that a length in one radius cannot pass for a length in the other.
constexpr float kReference = 0.02f, kRadius = 0.013f;

/// A physical quantity: the exponents of its SI base units, and its value in these units.
struct Quantity {
  int metre = 0, second = 0, kilogram = 0, kelvin = 0;
  double value = 1.0;

  [[nodiscard]] std::array<int, 4> dimension() const { return {metre, second, kilogram, kelvin}; }
};

/// Parses a unit as parameter tables write it: factors separated by blanks, at most one "/", exponents as
/// superscripts.
Quantity parseUnit(std::string unit) {
  static const std::map<std::string, Quantity, std::less<>> kUnits{
      {"1", {}},
      {"m", {.metre = 1}},
      {"s", {.second = 1}},
      {"ms", {.second = 1, .value = 1e-3}},
      {"K", {.kelvin = 1}},
      {"°C", {.kelvin = 1}},
      {"N", {.metre = 1, .second = -2, .kilogram = 1}},
      {"Pa", {.metre = -1, .second = -2, .kilogram = 1}},
      {"h", {.metre = 1, .value = kRadius}},
      {"h_ref", {.metre = 1, .value = kReference}},
      {"radii", {.metre = 1, .value = kRadius / 5.0}},
      {"frame", {.second = 1, .value = 1.0 / 30.0}}};
  Quantity whole;
  int sign = 1;
  for (const std::string_view mark : {"/", "²"})
    for (auto at = unit.find(mark); at != std::string::npos; at = unit.find(mark, at + 3))
      unit.replace(at, mark.size(), mark == "/" ? " / " : " 2 ");
  std::istringstream words(unit);
  std::vector<std::pair<std::string, int>> factors;
  for (std::string word; words >> word;) {
    if (word == "/")
      sign = -1;
    else if (word == "2")
      factors.back().second *= 2;
    else
      factors.emplace_back(word, sign);
  }
  for (const auto& [word, power] : factors) {
    const auto found = kUnits.find(word);
    if (found == kUnits.end()) {
      ADD_FAILURE() << "unknown unit " << word;
      continue;
    }
    const Quantity& u = found->second;
    whole.metre += power * u.metre;
    whole.second += power * u.second;
    whole.kilogram += power * u.kilogram;
    whole.kelvin += power * u.kelvin;
    whole.value *= std::pow(u.value, power);
  }
  return whole;
}

/// The coefficient that the solver computes from a parameter. The coefficient's unit is stated in the
/// solver's header. Factors that only convert to the world's interaction radius are divided out.
struct Use {
  std::string_view unit;  ///< unit of the coefficient, in SI
  double value;
};
using Uses = std::map<std::string, Use, std::less<>>;

Uses usesOf(const clavet::Material& m) {
  const clavet::Coefficients c = clavet::convert(m, kReference, kRadius);
  // Values of the paper hold at the reference radius, where nothing is scaled.
  const clavet::Coefficients own = clavet::convert(m, kReference, kReference);
  const clavet::PairCoefficients p = clavet::convertPair(m, kReference, kReference);
  const double radii = kRadius / kReference;  // lengths in h: from the reference radius to the world's
  return {{"rest_density", {"1", c.restDensity}},
          {"stiffness", {"m/s²", own.k * radii}},
          {"near_stiffness", {"m/s²", own.kNear * radii}},
          {"volume_stiffness", {"m/s²", own.kVolume * radii}},
          {"spring_stiffness", {"1/s²", p.kSpring}},
          {"plasticity_stretch", {"1/s", p.alphaStretch}},
          {"plasticity_compress", {"1/s", p.alphaCompress}},
          {"yield_ratio_stretch", {"1", p.gammaStretch}},
          {"yield_ratio_compress", {"1", p.gammaCompress}},
          {"viscosity_linear", {"1/s", p.sigma}},
          {"viscosity_quadratic", {"1/m", p.beta / radii}},
          {"friction", {"1", c.contact.friction}},
          {"stickiness", {"1/s²", own.contact.stickiness}},
          {"stick_distance", {"m", c.contact.stickDistance}}};
}

Uses usesOf(const steele::Material& m) {
  const steele::Coefficients c = steele::convert(m, kReference, kRadius);
  const steele::Coefficients own = steele::convert(m, kReference, kReference);
  return {{"viscosity", {"1/s", own.viscosity}}, {"viscous_support", {"m", c.viscousSupport}},
          {"cohesion", {"m/s²", own.cohesion}},  {"cling", {"m/s²", own.cling}},
          {"friction", {"1", own.slip}},         {"elasticity", {"1", c.elasticity}},
          {"mixing", {"1/s", c.mixing}}};
}

Uses usesOf(const shape_matching::Material& m) {
  const shape_matching::Coefficients c = shape_matching::convert(m, kReference, 1000.f, kRadius);
  const shape_matching::Coefficients own = shape_matching::convert(m, kReference, 1000.f, kReference);
  const double shape = 1.0 - m.alpha;
  return {{"alpha", {"1", c.alpha}},
          {"region_radius", {"m", c.regionRadius}},
          {"stiffness_time", {"s", c.stiffnessTime}},
          {"region_damping", {"1/s", c.damping / shape}},
          {"update_threshold", {"m/s²", c.threshold / shape}},
          {"check_interval", {"s", c.interval}},
          {"pressure_stiffness", {"m²/s²", c.stiffness}},
          {"viscosity", {"Pa s", c.viscosity}},
          {"friction", {"1", c.contact.friction}},
          {"stickiness", {"1/s²", own.contact.stickiness}},
          {"stick_distance", {"m", c.contact.stickDistance}}};
}

/// Returns the material as a definition with a density of 1,250 kg/m³.
template <class T>
MaterialDefinition definitionOf(std::string_view method, const T& material,
                                std::span<const Parameter<T>> rows) {
  MaterialDefinition d;
  d.name = method;
  d.referenceRadius = kReference;
  d.density = 1250.f;
  d.values = toValues(rows, material);
  return d;
}

Uses usesOf(const mps::Material& m) {
  const mps::Coefficients c = mps::convert(definitionOf<mps::Material>("mps", m, mps::kParameters), kRadius);
  return {{"viscosity", {"Pa s", c.viscosity}},
          {"tension", {"N/m", c.tension}},
          {"drag", {"1", c.drag * mps::spacingOf(kRadius) / 0.75}},  // c.drag is 3/4 C_D / spacing
          {"relaxation", {"1/s", c.relaxation}},
          {"convection", {"1", c.convection}}};
}

Uses usesOf(const rasmussen::Material& m) {
  const rasmussen::Coefficients c =
      rasmussen::convert(definitionOf<rasmussen::Material>("rasmussen", m, rasmussen::kParameters), kRadius);
  return {{"viscosity", {"Pa s", static_cast<double>(c.viscosity) * static_cast<double>(c.density)}},
          {"friction", {"1", c.friction}},
          {"swirl", {"1", c.swirls ? 1.0 : 0.0}},
          {"volume", {"1/s", c.volume}},
          {"markers", {"1", static_cast<double>(c.markers)}},
          {"temperature", {"°C", c.heat.start}},
          {"hardening", {"1", c.heat.hardening}},
          {"melting_point", {"°C", c.heat.melting}},
          {"melting_width", {"K", c.heat.width}},
          {"diffusivity", {"m²/s", c.heat.diffusivity}},
          {"cooling", {"m/s", c.heat.exchange}},
          {"surroundings", {"°C", c.heat.surroundings}},
          {"tension", {"N/m", static_cast<double>(c.tension) * static_cast<double>(c.density)}}};
}

/// A material with every value inside of its range, where the code clamps nothing.
template <class T>
T material(std::span<const Parameter<T>> rows) {
  T m{};
  for (const Parameter<T>& row : rows)
    m.*row.member = row.key == "markers" ? 8.f
                    : row.key == "swirl" ? 1.f
                                         : row.lower + 0.4f * (row.upper - row.lower);
  return m;
}

template <class T>
void expectUnitsOfTheCode(std::span<const Parameter<T>> rows) {
  const T m = material(rows);
  const Uses uses = usesOf(m);
  EXPECT_EQ(uses.size(), rows.size()) << "a row has no use";
  for (const Parameter<T>& row : rows) {
    SCOPED_TRACE(row.key);
    const auto use = uses.find(row.key);
    ASSERT_NE(use, uses.end());
    const Quantity said = parseUnit(std::string(row.unit)), used = parseUnit(std::string(use->second.unit));
    EXPECT_EQ(said.dimension(), used.dimension()) << row.unit << " against " << use->second.unit;
    const double expected = static_cast<double>(m.*row.member) * said.value;
    EXPECT_NEAR(use->second.value, expected, 1e-5 * std::abs(expected)) << row.unit;  // rounding of floats
  }
}

TEST(ParameterUnits, AreThoseInWhichTheCodeTakesTheValues) {
  expectUnitsOfTheCode<clavet::Material>(clavet::kParameters);
  expectUnitsOfTheCode<steele::Material>(steele::kParameters);
  expectUnitsOfTheCode<shape_matching::Material>(shape_matching::kParameters);
  expectUnitsOfTheCode<mps::Material>(mps::kParameters);
  expectUnitsOfTheCode<rasmussen::Material>(rasmussen::kParameters);
}

/// Returns a symbol without the marks of subscripts and superscripts, so that parameter tables and formulas
/// can be compared.
std::string plainSymbol(std::string_view text) {
  std::string plain(text);
  for (const std::string_view mark : {"_", "^", "{", "}"})
    for (auto at = plain.find(mark); at != std::string::npos; at = plain.find(mark))
      plain.erase(at, mark.size());
  for (auto at = plain.find("−"); at != std::string::npos; at = plain.find("−"))
    plain.replace(at, std::string_view("−").size(), "-");
  return plain;
}

TEST(ParameterSymbols, AreThoseThatTheFormulaOfTheCardMarks) {
  for (const MethodRow& method : methodRegistry())
    for (const ParameterInfo& row : method.parameters()) {
      const std::string_view equation = row.lesson.equation;
      const auto first = equation.find('*'), last = equation.rfind('*');
      ASSERT_LT(first, last) << row.key;
      if (row.symbol.empty()) continue;
      EXPECT_EQ(plainSymbol(equation.substr(first + 1, last - first - 1)), plainSymbol(row.symbol))
          << method.key << "." << row.key;
    }
}

}  // namespace
}  // namespace ooze::parameter_units_test
