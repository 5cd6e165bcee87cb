#include "ui/stage_colours.h"

#include <array>
#include <cstdint>

namespace ooze::ui {
namespace {

struct Row {
  std::string_view stage;
  ImU32 colour;
};
// What takes long stands out; what takes nothing is grey.
constexpr std::array kColours{
    Row{"keep", IM_COL32(96, 102, 112, 255)},           Row{"start", IM_COL32(140, 146, 156, 255)},
    Row{"commands", IM_COL32(112, 118, 128, 255)},      Row{"emission", IM_COL32(128, 134, 144, 255)},
    Row{"bodies", IM_COL32(150, 138, 126, 255)},        Row{"neighbours", IM_COL32(88, 128, 186, 255)},
    Row{"gravity", IM_COL32(126, 144, 158, 255)},       Row{"viscosity", IM_COL32(74, 166, 160, 255)},
    Row{"prediction", IM_COL32(142, 168, 186, 255)},    Row{"adjust springs", IM_COL32(146, 116, 190, 255)},
    Row{"apply springs", IM_COL32(192, 126, 176, 255)}, Row{"relaxation", IM_COL32(222, 166, 82, 255)},
    Row{"wall support", IM_COL32(168, 160, 92, 255)},   Row{"coupling", IM_COL32(206, 112, 88, 255)},
    Row{"body contacts", IM_COL32(162, 110, 90, 255)},  Row{"collisions", IM_COL32(122, 176, 100, 255)},
    Row{"packing", IM_COL32(196, 148, 120, 255)},       Row{"velocities", IM_COL32(158, 182, 142, 255)},
    Row{"domain", IM_COL32(104, 112, 104, 255)},
};

}  // namespace

ImU32 stageColour(std::string_view stage) {
  for (const Row& row : kColours)
    if (row.stage == stage) return row.colour;
  std::uint32_t hash = 2166136261u;
  for (const char c : stage) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  const auto part = [hash](int shift) { return 100 + static_cast<int>((hash >> shift) & 63u); };
  return IM_COL32(part(0), part(8), part(16), 255);
}

}  // namespace ooze::ui
