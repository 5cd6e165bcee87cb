// The machinery of `ooze verify`: a broken world misses a law that a sound one keeps, a world that cannot go
// on is reported, and the formulas of theory agree with their known limits.
#include "ooze/base/error.h"

#include "verify/measures.h"
#include "verify/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numbers>
#include <set>
#include <string>
#include <vector>

namespace ooze::verify_test {
namespace {

using namespace verify;
using testing::HasSubstr;

std::vector<CheckedRow> check(const Trial& trial, const Law& law) {
  return verify::verify(trial, std::array{&law}, 1);
}

class VerifiedMethod : public testing::TestWithParam<std::string> {
 protected:
  const MethodRow& method_ = findMethod(GetParam());
};
INSTANTIATE_TEST_SUITE_P(All, VerifiedMethod,
                         testing::Values("clavet", "steele", "shape_matching", "mps", "rasmussen"),
                         [](const auto& tested) { return tested.param; });

TEST_P(VerifiedMethod, KeepsALawThatABrokenWorldMisses) {
  const Law& law = *lawsByKey("free_fall").front();
  const std::vector<CheckedRow> sound = check({method_}, law);
  ASSERT_EQ(sound.size(), 1u);
  EXPECT_TRUE(sound[0].passed()) << sound[0].measured;
  const auto doubleGravity = [](WorldSpec& spec) { spec.settings.gravityY *= 2.f; };
  const std::vector<CheckedRow> broken = check({method_, doubleGravity}, law);
  EXPECT_FALSE(broken[0].passed());
  EXPECT_EQ(broken[0].failure, "");
  EXPECT_NEAR(broken[0].measured / sound[0].measured, 2.0, 0.02);
  EXPECT_THAT(textTable(sound), HasSubstr("pass"));
  EXPECT_THAT(textTable(broken), HasSubstr("missed"));
}

TEST_P(VerifiedMethod, MakesALiquidOfTheViscosityThatItsCardShows) {
  const double least = cardViscosity(method_, liquidOf(method_, 0.0));
  EXPECT_LT(least, 2e-3);
  for (const double viscosity : {1e-3, 5e-3})
    EXPECT_NEAR(cardViscosity(method_, liquidOf(method_, viscosity)), std::max(least, viscosity),
                1e-3 * viscosity);
  EXPECT_THROW(liquidOf(method_, 1e3), InputError);
}

TEST_P(VerifiedMethod, MakesALiquidOfTheViscosityThatItsCardShowsWithoutWeight) {
  const auto shown = [&](double viscosity) {
    return cardViscosity(method_, weightlessLiquidOf(method_, viscosity), kH, 0.0);
  };
  for (const double viscosity : {3e-4, 1e-3, 5e-3})
    EXPECT_NEAR(shown(viscosity), viscosity, 1e-3 * viscosity);
  EXPECT_LT(shown(0.0), 2e-4);
}

TEST_P(VerifiedMethod, ShowsAViscosityThatGrowsWithTheParameter) {
  const ParameterInfo& row = method_.parameters()[findParameter(method_.parameters(), viscosityKey(method_))];
  MaterialDefinition material = liquidOf(method_, 0.0);
  for (const float h : {0.002f, kH, 0.05f}) {
    double before = -1.0;
    for (int k = 0; k <= 20; ++k) {
      setParameter(method_, material, viscosityKey(method_),
                   row.lower + (row.upper - row.lower) * std::pow(0.05f * static_cast<float>(k), 4.f));
      const double shown = cardViscosity(method_, material, h);
      EXPECT_GE(shown, before) << "h = " << h;
      before = shown;
    }
  }
}

TEST_P(VerifiedMethod, HasRowsWithUniqueNamesAndFiniteExpectations) {
  std::set<std::string> names;
  for (const Law* law : lawsOf(method_))
    for (const LawRow& row : law->rows(method_)) {
      EXPECT_TRUE(names.insert(std::string(law->key) + row.quantity).second)
          << law->key << ": " << row.quantity;
      EXPECT_TRUE(std::isfinite(row.expected));
      EXPECT_FALSE(row.wanted.accepts(row.expected, std::nan("")));
    }
  EXPECT_GT(names.size(), 20u);
}

TEST(Verification, AWorldThatCannotGoOnIsReportedAndMissed) {
  const Law law{.key = "stops",
                .sentence = "A world stops.",
                .source = "none",
                .methods = {},
                .rows =
                    [](const MethodRow&) {
                      return std::vector<LawRow>{{"speed", "m/s", 1.0, within(0.1)}};
                    },
                .measure = [](const Trial&) -> std::vector<double> { throw RunError("the world | stops"); }};
  const std::vector<CheckedRow> rows = check({findMethod("clavet")}, law);
  EXPECT_FALSE(rows.at(0).passed());
  EXPECT_EQ(rows[0].failure, "the world | stops");
  EXPECT_THAT(textTable(rows), HasSubstr("the world | stops"));
  EXPECT_THAT(markdownTable(rows), HasSubstr("| the world \\| stops |"));
}

TEST(Verification, ALawWithoutExpectedValuesIsMissedToo) {
  const Law law{.key = "unknown",
                .sentence = "A file is missing.",
                .source = "none",
                .methods = {},
                .rows = [](const MethodRow&) -> std::vector<LawRow> { throw InputError("no such material"); },
                .measure = [](const Trial&) { return std::vector<double>{1.0}; }};
  const std::vector<CheckedRow> rows = check({findMethod("clavet")}, law);
  EXPECT_FALSE(rows.at(0).passed());
  EXPECT_THAT(textTable(rows), HasSubstr("no such material"));
}

TEST(Verification, AValueThatIsNotFiniteIsMissed) {
  const Law law{.key = "wild",
                .sentence = "A fit fails.",
                .source = "none",
                .methods = {},
                .rows =
                    [](const MethodRow&) {
                      return std::vector<LawRow>{{"speed", "m/s", 1.0, atMost(2.0)}};
                    },
                .measure = [](const Trial&) { return std::vector<double>{-INFINITY}; }};
  const std::vector<CheckedRow> rows = check({findMethod("clavet")}, law);
  EXPECT_FALSE(rows.at(0).passed());
  EXPECT_THAT(textTable(rows), HasSubstr("-inf m/s"));
}

TEST(Verification, UnknownLawsAreRefused) {
  EXPECT_THROW(lawsByKey("levle"), InputError);
  EXPECT_THROW(lawsByKey("film,levle"), InputError);
}

TEST(Verification, LawsAreChosenByKeyAndMethod) {
  const std::vector<const Law*> found = lawsByKey("separation,level");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0]->key, "level");
  EXPECT_EQ(found[1]->key, "separation");
  EXPECT_EQ(lawsOf(findMethod("mps"), found), found);
  EXPECT_EQ(lawsOf(findMethod("rasmussen"), found), lawsByKey("level"));
}

TEST(Verification, BoundsAcceptWhatTheySay) {
  EXPECT_TRUE(within(0.1).accepts(2.0, 1.81));
  EXPECT_FALSE(within(0.1).accepts(2.0, 1.79));
  EXPECT_TRUE(withinAbsolute(0.05).accepts(0.3, 0.26));
  EXPECT_FALSE(withinAbsolute(0.05).accepts(0.3, 0.24));
  EXPECT_TRUE(atMost(3.0).accepts(0.0, 3.0));
  EXPECT_FALSE(atMost(3.0).accepts(0.0, 3.1));
  EXPECT_TRUE(atLeast(0.9).accepts(1.0, 0.9));
  EXPECT_FALSE(atLeast(0.9).accepts(1.0, 0.89));
}

TEST(Formulas, AFilmEndsInTheSteadyParabola) {
  constexpr double kDepth = 0.03, kViscosity = 0.005, kGravity = 3.0;
  const FilmLayer film{kDepth, kViscosity};
  const std::vector<double> u = filmProfile({&film, 1}, kGravity, 2.0);
  EXPECT_NEAR(u.back() / (kGravity * kDepth * kDepth / (2.0 * kViscosity)), 1.0, 0.002);
  // Two layers carry the same stress: the thinner shears faster by the ratio of viscosities.
  const std::array layers{FilmLayer{kDepth, 2.0 * kViscosity}, FilmLayer{kDepth, kViscosity}};
  const std::vector<double> two = filmProfile(layers, kGravity, 4.0, 80);
  EXPECT_NEAR((two[40] - two[39]) / (two[39] - two[38]), 1.5, 0.05);
}

TEST(Formulas, AFitFindsFrequencyAndDecay) {
  constexpr double kOmega = 9.0, kDecay = 0.9, kStep = 1.0 / 60.0;
  std::vector<double> x;
  for (int k = 1; k < 100; ++k)
    x.push_back(0.2 + std::exp(-kDecay * k * kStep) * std::cos(kOmega * k * kStep + 0.3));
  const Swing swing = fitSwing(x, kStep, 10.0);
  EXPECT_NEAR(swing.omega, kOmega, 0.05);
  EXPECT_NEAR(swing.keptInAPeriod(), std::exp(-2.0 * std::numbers::pi * kDecay / kOmega), 0.03);
}

TEST(Formulas, WallsSlowABallAsHabermanAndSayreFound) {
  EXPECT_NEAR(tubeCorrection(0.0), 1.0, 1e-12);
  EXPECT_NEAR(tubeCorrection(0.1), 1.263, 0.002);
  EXPECT_NEAR(tubeCorrection(0.5), 5.970, 0.12);  // the formula is within 2 % of the exact value
}

// A card shows a figure that restates its parameter in other units, or a figure that a law verifies.
TEST_P(VerifiedMethod, VerifiesEachFigureOfItsCards) {
  static const std::set<std::string_view> restated{"reach",
                                                   "particles in a region",
                                                   "the speed of a wobble halves in",
                                                   "colours of neighbours even out in",
                                                   "an error halves in",
                                                   "distance between particles at rest",
                                                   "side of a cell",
                                                   "motion crosses a cell in",
                                                   "set below",
                                                   "molten above",
                                                   "heat crosses a cell in",
                                                   "a film one cell thick loses half its heat in"};
  std::set<std::string_view> verified;
  for (const Law* law : lawsOf(method_))
    for (const LawRow& row : law->rows(method_)) verified.insert(row.figures.begin(), row.figures.end());
  std::set<std::string_view> shown;
  const std::vector<ParameterInfo>& parameters = method_.parameters();
  const auto valueAt = [&](std::size_t p, float part) {
    return parameters[p].lower + part * (parameters[p].upper - parameters[p].lower);
  };
  MaterialDefinition material = liquidOf(method_, 1e-3);
  for (const float others : {0.f, 0.3f, 1.f})
    for (const float part : {0.f, 0.3f, 1.f})
      for (std::size_t p = 0; p < parameters.size(); ++p) {
        for (std::size_t q = 0; q < parameters.size(); ++q)
          material.values[q] = valueAt(q, q == p ? part : others);
        for (const DerivedQuantity& figure :
             method_.derivedQuantities({.interactionRadius = kH}, 9.81f, material, p))
          shown.insert(figure.name);
      }
  for (const std::string_view figure : shown)
    EXPECT_TRUE(verified.contains(figure) || restated.contains(figure)) << figure;
  for (const std::string_view figure : verified)
    EXPECT_TRUE(figure == kLeastViscosity || shown.contains(figure)) << figure << " is on no card";
}

TEST(Report, HoldsTheRowsAndTheErrorsOfCards) {
  const MethodRow& method = findMethod("mps");
  std::vector<CheckedRow> rows;
  for (const Law* law : lawsOf(method))
    for (const LawRow& row : law->rows(method)) rows.push_back({law, row, 1.12 * row.expected + 1e-9});
  double least = 0.0;
  for (const CheckedRow& row : rows)
    if (std::ranges::count(row.row.figures, kLeastViscosity) > 0) least = std::max(least, row.measured);
  rows[0].failure = "the world stops";
  const nlohmann::ordered_json report = nlohmann::ordered_json::array({reportOf(method, rows, 1.0)});
  const std::vector<CheckedRow> again = rowsOf(nlohmann::ordered_json::parse(report.dump()), method);
  EXPECT_EQ(markdownTable(again), markdownTable(rows));
  const CardErrors errors(report);
  ASSERT_TRUE(errors.ratioOf("mps", "kinematic viscosity"));
  EXPECT_EQ(errors.ratioOf("mps", "kinematic viscosity")->text(), "within 12 %");
  EXPECT_FALSE(errors.ratioOf("clavet", "kinematic viscosity"));
  EXPECT_FALSE(errors.ratioOf("mps", "no such figure"));
  EXPECT_GT(least, 0.0);
  EXPECT_NEAR(*errors.leastViscosity("mps"), least, 1e-12);
  nlohmann::ordered_json lacking = report;
  lacking[0]["rows"].erase(1);
  EXPECT_THROW((void)rowsOf(lacking, method), InputError);
  EXPECT_THROW((void)rowsOf(report, findMethod("clavet")), InputError);
}

TEST(Report, SaysErrorsInWords) {
  EXPECT_EQ((MeasuredRatio{0.95, 1.004}).text(), "within 5 %");
  EXPECT_EQ((MeasuredRatio{1.0, 1.0}).text(), "within 1 %");
  EXPECT_EQ((MeasuredRatio{1.11, 2.09}).text(), "measured: 1.1 to 2.1 times as much");
  EXPECT_EQ((MeasuredRatio{11.7, 11.7}).text(), "measured: 12 times as much");
}

}  // namespace
}  // namespace ooze::verify_test
