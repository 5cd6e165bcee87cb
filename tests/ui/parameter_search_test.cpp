// Tests of the parameter search by names, by keys in files and by the papers' symbols.
#include "ui/state/parameter_search.h"

#include "ooze/methods/method.h"

#include <gmock/gmock.h>

namespace ooze::ui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> found(std::string_view query) {
  const std::span<const ParameterInfo> rows = findMethod("clavet").parameters();
  std::vector<std::string> keys;
  for (const std::size_t row : findParameters(rows, query)) keys.emplace_back(rows[row].key);
  return keys;
}

TEST(ParameterSearch, TextsBecomeWords) {
  EXPECT_THAT(searchWords("Yield ratio, squeezed"), ElementsAre("yield", "ratio", "squeezed"));
  EXPECT_THAT(searchWords("viscosity_linear"), ElementsAre("viscosity", "linear"));
  EXPECT_THAT(searchWords("yield-ratio"), ElementsAre("yield", "ratio"));
  EXPECT_THAT(searchWords("γ-"), ElementsAre("gamma", "minus"));
  EXPECT_THAT(searchWords("γ−"), ElementsAre("gamma", "minus"));
  EXPECT_THAT(searchWords("Α+"), ElementsAre("alpha", "plus"));
  EXPECT_THAT(searchWords("ρ0"), ElementsAre("rho", "0"));
  EXPECT_THAT(searchWords(" \t,.()"), IsEmpty());
  EXPECT_THAT(searchWords("\xff\xce"), IsEmpty()) << "invalid text has no words";
}

TEST(ParameterSearch, BySymbolInWordsAndInGreek) {
  for (const char* const query : {"gamma", "Gamma", "GAMMA", "γ", "Γ", " gamma "})
    EXPECT_THAT(found(query), ElementsAre("yield_ratio_stretch", "yield_ratio_compress")) << query;
  for (const char* const query : {"alpha", "α"})
    EXPECT_THAT(found(query), ElementsAre("plasticity_stretch", "plasticity_compress")) << query;
  for (const char* const query : {"gamma-", "γ−", "gamma minus"})
    EXPECT_THAT(found(query), ElementsAre("yield_ratio_compress")) << query;
  for (const char* const query : {"sigma", "σ", "Σ"})
    EXPECT_THAT(found(query), ElementsAre("viscosity_linear"));
  for (const char* const query : {"beta", "β"}) EXPECT_THAT(found(query), ElementsAre("viscosity_quadratic"));
  for (const char* const query : {"rho", "rho0", "rho_0", "ρ0", "ρ"})
    EXPECT_THAT(found(query), ElementsAre("rest_density")) << query;
  for (const char* const query : {"mu", "μ", "µ"})
    EXPECT_THAT(found(query), ElementsAre("friction")) << query;
  for (const char* const query : {"k_near", "k near", "knear", "K_NEAR"})
    EXPECT_THAT(found(query), ElementsAre("near_stiffness")) << query;
  EXPECT_THAT(found("k_spring"), ElementsAre("spring_stiffness"));
  EXPECT_THAT(found("kv"), ElementsAre("volume_stiffness"));
  EXPECT_THAT(found("k"), ElementsAre("stiffness", "near_stiffness", "volume_stiffness", "spring_stiffness",
                                      "stickiness"));
}

TEST(ParameterSearch, ByNameAndByKey) {
  EXPECT_THAT(found("yield"), ElementsAre("yield_ratio_stretch", "yield_ratio_compress"));
  EXPECT_THAT(found("plasticity"), ElementsAre("plasticity_stretch", "plasticity_compress"));
  EXPECT_THAT(found("viscosity"), ElementsAre("viscosity_linear", "viscosity_quadratic"));
  EXPECT_THAT(found("viscosity_linear"), ElementsAre("viscosity_linear"));
  EXPECT_THAT(found("Viscosity_Lin"), ElementsAre("viscosity_linear")) << "while it is typed";
  EXPECT_THAT(found("squeezed plast"), ElementsAre("plasticity_compress"));
  for (const ParameterInfo& row : findMethod("clavet").parameters()) {
    EXPECT_THAT(found(row.key), testing::Contains(row.key));
    EXPECT_THAT(found(row.label), testing::Contains(row.key));
    EXPECT_THAT(found(row.symbol), testing::Contains(row.key));
  }
}

TEST(ParameterSearch, ByWhatExplainsIt) {
  EXPECT_THAT(found("surface tension"), ElementsAre("stiffness"));
  EXPECT_THAT(found("L"), testing::Contains("yield_ratio_stretch")) << "rest lengths are in its formula";
}

TEST(ParameterSearch, NothingTypedIsEverythingAndNonsenseIsNothing) {
  const std::size_t all = findMethod("clavet").parameters().size();
  EXPECT_EQ(found("").size(), all);
  EXPECT_EQ(found("  ").size(), all);
  for (const char* const query : {"wibble", "gamma wibble", "zz", "omega"})
    EXPECT_THAT(found(query), IsEmpty()) << query;
}

TEST(ParameterSearch, ExamplesAreOfTheRowsAndAreFound) {
  for (const MethodRow& method : methodRegistry()) {
    const std::vector<ParameterInfo>& rows = method.parameters();
    const std::vector<std::string> examples = searchExamples(rows);
    EXPECT_EQ(examples.size(), 3u) << method.key;
    for (const std::string& example : examples)
      EXPECT_THAT(findParameters(rows, example), testing::Not(IsEmpty())) << method.key << ": " << example;
  }
  EXPECT_THAT(searchExamples(findMethod("steele").parameters()), ElementsAre("viscosity", "chi", "S_v"));
  EXPECT_THAT(searchExamples({}), IsEmpty());
}

}  // namespace
}  // namespace ooze::ui
