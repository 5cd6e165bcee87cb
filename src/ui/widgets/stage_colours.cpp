#include "ui/widgets/stage_colours.h"

#include "ooze/methods/method.h"

#include <array>
#include <cstdint>

namespace ooze::ui {
namespace {

// Colours of the world's own stages. Costly stages stand out; stages without cost are grey.
struct StageColour {
  std::string_view stage;
  ImU32 colour;
};
constexpr std::array kOfTheWorld{
    StageColour{"keep", IM_COL32(96, 102, 112, 255)},
    StageColour{"start", IM_COL32(140, 146, 156, 255)},
    StageColour{"commands", IM_COL32(112, 118, 128, 255)},
    StageColour{"emission", IM_COL32(128, 134, 144, 255)},
    StageColour{"bodies", IM_COL32(150, 138, 126, 255)},
    StageColour{"domain", IM_COL32(104, 112, 104, 255)},
};

/// Returns the colour of a kind of stage; 0 for Other.
ImU32 colourOf(StageKind kind) {
  switch (kind) {
    case StageKind::Other:
      break;
    case StageKind::Neighbours:
      return IM_COL32(88, 128, 186, 255);
    case StageKind::Gravity:
      return IM_COL32(126, 144, 158, 255);
    case StageKind::Viscosity:
      return IM_COL32(74, 166, 160, 255);
    case StageKind::Motion:
      return IM_COL32(142, 168, 186, 255);
    case StageKind::Packing:
      return IM_COL32(196, 148, 120, 255);
    case StageKind::Links:
      return IM_COL32(146, 116, 190, 255);
    case StageKind::PairForces:
      return IM_COL32(192, 126, 176, 255);
    case StageKind::Density:
      return IM_COL32(222, 166, 82, 255);
    case StageKind::Walls:
      return IM_COL32(168, 160, 92, 255);
    case StageKind::Coupling:
      return IM_COL32(206, 112, 88, 255);
    case StageKind::BodyContact:
      return IM_COL32(162, 110, 90, 255);
    case StageKind::Contact:
      return IM_COL32(122, 176, 100, 255);
    case StageKind::Velocities:
      return IM_COL32(158, 182, 142, 255);
  }
  return 0;
}

ImU32 colourOf(std::string_view stage) {
  for (const StageColour& row : kOfTheWorld)
    if (row.stage == stage) return row.colour;
  std::uint32_t hash = 2166136261u;
  for (const char c : stage) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  const auto part = [hash](int shift) { return 100 + static_cast<int>((hash >> shift) & 63u); };
  return IM_COL32(part(0), part(8), part(16), 255);
}

}  // namespace

ImU32 stageColour(const StageDescription& stage) {
  const ImU32 ofKind = colourOf(stage.kind);
  return ofKind != 0 ? ofKind : colourOf(stage.name);
}

ImU32 stageColour(std::string_view stage, std::string_view method) {
  for (const MethodRow& row : methodRegistry())
    if (const StageDescription* note = row.key == method ? findStage(row, stage) : nullptr)
      return stageColour(*note);
  return colourOf(stage);
}

}  // namespace ooze::ui
