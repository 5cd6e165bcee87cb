// Tests of the help texts of parameters: every parameter has one, and derived quantities agree with their
// formulas.
#include "ooze/methods/method.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "methods/clavet/coefficients.h"
#include "methods/clavet/continuum.h"
#include "world/substeps.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ooze::parameter_lesson_test {
namespace {

double derivedQuantityOf(const MaterialDefinition& material, std::string_view key, std::string_view name,
                         float h = 0.01f, float gravity = 9.81f) {
  const MethodRow& method = findMethod("clavet");
  MethodSettings settings;
  settings.interactionRadius = h;
  for (const DerivedQuantity& figure :
       method.derivedQuantities(settings, gravity, material, findParameter(method.parameters(), key)))
    if (figure.name == name) return figure.value;
  return std::nan("");
}

TEST(ParameterLessons, EveryRowOfAMethodHasItsFormulaAndItsWords) {
  for (const MethodRow& method : methodRegistry())
    for (const ParameterInfo& row : method.parameters()) {
      EXPECT_FALSE(row.lesson.equation.empty()) << row.key;
      EXPECT_EQ(std::count(row.lesson.equation.begin(), row.lesson.equation.end(), '*'), 2) << row.key;
      EXPECT_FALSE(row.lesson.tenPercentMore.empty()) << row.key;
      EXPECT_FALSE(row.source.empty()) << row.key;
    }
}

TEST(ParameterMarks, AscendWithinTheRange) {
  std::size_t rows = 0;
  for (const MethodRow& method : methodRegistry())
    for (const ParameterInfo& row : method.parameters()) {
      rows += row.marks.empty() ? 0 : 1;
      for (std::size_t k = 0; k < row.marks.size(); ++k) {
        EXPECT_FALSE(row.marks[k].word.empty()) << row.key;
        EXPECT_TRUE(row.marks[k].value >= row.lower && row.marks[k].value <= row.upper) << row.key;
        if (k > 0) {
          EXPECT_GT(row.marks[k].value, row.marks[k - 1].value) << row.key;
        }
      }
    }
  EXPECT_GT(rows, 0u);
}

TEST(ParameterLessons, FiguresAreFiniteAtEveryBound) {
  const MethodRow& method = findMethod("clavet");
  const auto& rows = method.parameters();
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const float bound : {rows[i].lower, rows[i].upper}) {
      MaterialDefinition material = loadMaterial("honey", "clavet");
      material.values[i] = bound;
      for (const DerivedQuantity& figure : method.derivedQuantities({}, 9.81f, material, i))
        EXPECT_TRUE(std::isfinite(figure.value)) << figure.name << " at " << rows[i].key << " = " << bound;
    }
}

TEST(ParameterLessons, FiguresAreTheSameAtEveryDetailWhereTheResolutionRuleKeepsThem) {
  const MaterialDefinition honey = loadMaterial("honey", "clavet");
  const auto viscosityAt = [&](float h, float gravity) {
    return derivedQuantityOf(honey, "viscosity_linear", "kinematic viscosity", h, gravity);
  };
  const double viscosity = viscosityAt(0.01f, 0.f);
  const MaterialDefinition water = loadMaterial("water", "clavet");
  const double sound = derivedQuantityOf(water, "volume_stiffness", "speed of sound");
  // The difference is numerical: longer steps at a coarser resolution lose some viscosity (eddies: 2.48e-3 at
  // 20 mm, 2.12e-3 at 10 mm).
  EXPECT_NEAR(viscosityAt(0.02f, 0.f), viscosity, 0.2 * viscosity);
  // Packing under weight adds more at a coarser resolution.
  EXPECT_GT(viscosityAt(0.01f, 9.81f), 1.3 * viscosity);
  EXPECT_GT(viscosityAt(0.02f, 9.81f), 1.2 * viscosityAt(0.01f, 9.81f));
  // Volume stiffness carries the speed of sound, except for the 2 % due to cohesion.
  EXPECT_NEAR(derivedQuantityOf(water, "volume_stiffness", "speed of sound", 0.02f), sound, 0.03 * sound);
}

// Pairs on a lattice are sheared, each with the impulse of section 5.3 along its direction. The viscosity is
// the stress that the pairs carry over the shear rate.
TEST(ParameterLessons, TheViscosityIsThatOfAShearedLattice) {
  const MaterialDefinition honey = loadMaterial("honey", "clavet");
  auto m = fromValues<clavet::Material>(clavet::kParameters, honey.values);
  // The viscosity is low enough that a step is short beside the decay time.
  m.viscosityLinear = 0.1f, m.springStiffness = 0.f;
  constexpr double kH = 0.01;
  const double sigma = clavet::convertPair(m, honey.referenceRadius, static_cast<float>(kH)).sigma;
  const double spacing = kH * std::cbrt(clavet::restVolume(m));
  double stress = 0.0;  // shear stress, divided by density and shear rate
  const int reach = static_cast<int>(kH / spacing) + 1;
  for (int x = -reach; x <= reach; ++x)
    for (int y = -reach; y <= reach; ++y)
      for (int z = -reach; z <= reach; ++z) {
        const double rx = x * spacing, ry = y * spacing, rz = z * spacing;
        const double r = std::sqrt(rx * rx + ry * ry + rz * rz);
        if (r == 0.0 || r >= kH) continue;
        const double approach = -rx * ry / r;  // approach speed in the shear flow u_x = y
        if (approach <= 0.0) continue;
        const double force = 0.5 * sigma * (1.0 - r / kH) * approach;  // each particle of the pair gets half
        stress += -0.5 * force * rx * ry / r;
      }
  stress = std::abs(stress);
  const double viscosity =
      clavet::continuumOf(m, honey.referenceRadius, {.interactionRadius = static_cast<float>(kH)}, 9.81f)
          .viscosity;
  // A lattice of 77 neighbours approximates a continuum to about a tenth.
  EXPECT_NEAR(viscosity, stress, 0.15 * stress);
}

/// Returns the reason why a parameter of a shipped material has no effect, with some values changed.
std::string inactiveReasonOf(std::string_view shipped, std::string_view key,
                             const std::vector<std::pair<std::string_view, float>>& changes = {},
                             const MethodSettings& settings = {}) {
  const MethodRow& method = findMethod("clavet");
  MaterialDefinition material = loadMaterial(shipped, "clavet");
  for (const auto& [row, value] : changes) material.values[findParameter(method.parameters(), row)] = value;
  return method.inactiveReason(settings, 9.81f, material, findParameter(method.parameters(), key));
}

TEST(HiddenParameters, NothingHidesWhatTheShippedLiquidsAreThickBy) {
  for (const char* const liquid : {"water", "oil", "honey", "paint"}) {
    EXPECT_EQ(inactiveReasonOf(liquid, "viscosity_linear"), "") << liquid;
    EXPECT_EQ(inactiveReasonOf(liquid, "volume_stiffness"), "") << liquid;
    EXPECT_EQ(inactiveReasonOf(liquid, "friction"), "") << liquid;
  }
}

TEST(HiddenParameters, SpringsHideViscosityThatIsLessThanTheirs) {
  EXPECT_NE(inactiveReasonOf("slime", "viscosity_linear").find("Springs dominate here"), std::string::npos);
  EXPECT_NE(
      inactiveReasonOf("honey", "viscosity_linear", {{"viscosity_linear", 0.1f}, {"spring_stiffness", 30.f}}),
      "");
  EXPECT_EQ(
      inactiveReasonOf("honey", "viscosity_linear", {{"viscosity_linear", 0.1f}, {"spring_stiffness", 0.f}}),
      "");
  EXPECT_NE(inactiveReasonOf("clay", "viscosity_quadratic"), "");
  EXPECT_NE(
      inactiveReasonOf("water", "viscosity_quadratic", {{"viscosity_quadratic", 0.05f}}).find("relaxation"),
      std::string::npos);
  EXPECT_EQ(inactiveReasonOf("water", "viscosity_quadratic", {{"viscosity_quadratic", 2.f}}), "");
}

TEST(HiddenParameters, SpringsThatBearMoreThanSurfaceTensionHideCohesion) {
  EXPECT_NE(inactiveReasonOf("clay", "stiffness"), "");
  EXPECT_EQ(inactiveReasonOf("water", "stiffness"), "");
}

TEST(HiddenParameters, ParametersOfADisabledEffectAreExplained) {
  for (const char* const key :
       {"plasticity_stretch", "plasticity_compress", "yield_ratio_stretch", "yield_ratio_compress"}) {
    EXPECT_NE(inactiveReasonOf("water", key), "") << key;
    EXPECT_EQ(inactiveReasonOf("gel", key), "") << key;
  }
  EXPECT_NE(inactiveReasonOf("gel", "yield_ratio_stretch", {{"plasticity_stretch", 0.f}}), "");
  EXPECT_NE(inactiveReasonOf("gel", "spring_stiffness", {{"plasticity_compress", 0.f}}), "");
  EXPECT_NE(inactiveReasonOf("water", "stick_distance", {{"stickiness", 0.f}}), "");
  EXPECT_EQ(inactiveReasonOf("water", "stick_distance"), "");
}

TEST(HiddenParameters, ASceneThatAcceptsLessCompressionHidesVolumeStiffness) {
  MethodSettings settings;
  settings.compressionLimit = 0.01f, settings.compressionDepth = 0.5f;
  EXPECT_NE(inactiveReasonOf("water", "volume_stiffness", {}, settings), "");
}

TEST(SubstepsFor, AreThoseThatAWorldAtRestTakes) {
  WorldSpec spec;
  spec.methodSettings.interactionRadius = 0.01f;
  spec.materials = {loadMaterial("clay", "clavet")};
  const auto& rows = findMethod("clavet").parameters();
  spec.materials[0].values[findParameter(rows, "viscosity_linear")] = 40.f;
  const SubstepNeed need =
      substepsFor(spec.method, spec.methodSettings, spec.materials, {0.f, -9.81f, 0.f}, spec.framesPerSecond);
  World world(spec, 1);
  world.advanceFrame();
  EXPECT_EQ(world.substeps(), need.count);
  EXPECT_EQ(world.substepLimit(), need.limit);
  EXPECT_EQ(need.limit, "viscosity");
}

}  // namespace
}  // namespace ooze::parameter_lesson_test
