#include "ui/recording.h"

#include <fmt/format.h>
#include <string>

namespace ooze::ui {
namespace {

std::string wordsOf(const RecordingStatus& s) {
  const char* const what = s.finishing ? "Finishing" : s.waiting ? "Recording, paused" : "Recording";
  const auto tenths = static_cast<std::uint64_t>(10.0 * s.seconds + 1e-6);
  return fmt::format("{} {:02}:{:02}.{}, {} frame{}, {}", what, tenths / 600, tenths / 10 % 60, tenths % 10,
                     s.frames, s.frames == 1 ? "" : "s", s.format == RecordingFormat::Mp4 ? "MP4" : "PNG");
}

}  // namespace

void drawRecordingBadge(const Theme& theme, const RecordingStatus& status, float right, float top) {
  const std::string words = wordsOf(status);
  const float pad = 8.f * theme.scale, radius = 5.f * theme.scale;
  const ImVec2 text = theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, words.c_str());
  const ImVec2 to{right - pad, top + pad + text.y + pad};
  const ImVec2 from{to.x - text.x - 2.f * radius - 3.f * pad, top + pad};
  const ImVec2 dot{from.x + pad + radius, 0.5f * (from.y + to.y)};
  constexpr ImU32 kRed = IM_COL32(235, 64, 52, 255), kQuietRed = IM_COL32(150, 70, 64, 255);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(from, to, IM_COL32(14, 16, 19, 215), pad * 0.6f);
  list.AddCircleFilled(dot, radius, status.waiting || status.finishing ? kQuietRed : kRed, 24);
  list.AddText(theme.small, theme.small->FontSize, {dot.x + radius + pad, from.y + 0.5f * pad},
               IM_COL32(238, 240, 243, 255), words.c_str());
}

}  // namespace ooze::ui
