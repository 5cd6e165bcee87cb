#include "ui/state/recording.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>

namespace ooze::ui {
namespace {

const std::array kFilmSizes{
    FilmSizeRow{FilmSize::AsTheView, "As the view", "view", std::nullopt},
    FilmSizeRow{FilmSize::Hd720, "1280 x 720", "1280x720", glm::ivec2{1280, 720}},
    FilmSizeRow{FilmSize::Hd1080, "1920 x 1080", "1920x1080", glm::ivec2{1920, 1080}},
};

std::string wordsOf(const RecordingStatus& s) {
  const char* const what = s.finishing ? "Finishing" : s.waiting ? "Recording, paused" : "Recording";
  const auto tenths = static_cast<std::uint64_t>(10.0 * s.seconds + 1e-6);
  return fmt::format("{} {:02}:{:02}.{}, {} frame{}, {}", what, tenths / 600, tenths / 10 % 60, tenths % 10,
                     s.frames, s.frames == 1 ? "" : "s", s.format == RecordingFormat::Mp4 ? "MP4" : "PNG");
}

}  // namespace

std::span<const FilmSizeRow> filmSizes() { return kFilmSizes; }

const FilmSizeRow& filmSize(FilmSize size) {
  return *std::find_if(kFilmSizes.begin(), kFilmSizes.end(),
                       [&](const auto& row) { return row.size == size; });
}

const FilmSizeRow& filmSize(std::string_view key) {
  const auto* row =
      std::find_if(kFilmSizes.begin(), kFilmSizes.end(), [&](const auto& r) { return key == r.key; });
  return row == kFilmSizes.end() ? kFilmSizes.front() : *row;
}

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
