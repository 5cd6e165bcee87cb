// Tests of the colours of stages: stages of the same kind have the same colour in every method.
#include "ui/widgets/stage_colours.h"

#include "ooze/methods/method.h"

#include <gtest/gtest.h>
#include <map>
#include <string>

namespace ooze::ui {
namespace {

TEST(StageColours, StagesOfAKindHaveOneColourInEveryMethod) {
  std::map<StageKind, ImU32> colours;
  for (const MethodRow& method : methodRegistry())
    for (const StageDescription& stage : method.stages) {
      SCOPED_TRACE(std::string(stage.name));
      const ImU32 colour = stageColour(stage);
      EXPECT_EQ(stageColour(stage.name, method.key), colour);
      EXPECT_EQ(colour >> IM_COL32_A_SHIFT, 255u);
      if (stage.kind == StageKind::Other) continue;
      colours.emplace(stage.kind, colour);
      for (const auto& [kind, other] : colours)
        EXPECT_EQ(other == colour, kind == stage.kind) << "as another kind";
    }
  EXPECT_GE(colours.size(), 13u);
  EXPECT_EQ(stageColour("relaxation", "clavet"), stageColour("density", "steele"));
}

TEST(StageColours, AnUnknownStageHasAColourByItsName) {
  EXPECT_EQ(stageColour("emission", "clavet"), stageColour("emission", "steele"));
  EXPECT_EQ(stageColour("emission", ""), stageColour("emission", "clavet"));
  EXPECT_NE(stageColour("emission", ""), stageColour("domain", ""));
  EXPECT_NE(stageColour("one of a plugin", ""), stageColour("another of a plugin", ""));
}

}  // namespace
}  // namespace ooze::ui
