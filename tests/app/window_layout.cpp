#include "window_layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <string_view>

namespace ooze {
namespace {

constexpr int kMinTextBrightness = 140;   // letters and icons have pixels brighter than this
constexpr int kMaxPanelBrightness = 120;  // panels, frames and scroll bars are darker than this
constexpr int kMaxGapBrightness = 45;     // the gaps between panels are darker than this

/// Margins of a part of the window that must be free of text [design pixels]. ImGui clips text in the
/// middle of a window's padding, so text that is too wide reaches into the margin. Panels scroll, so their
/// upper and lower margins are 0.
struct Margins {
  std::string_view part;
  float left, right, above, below;
};
constexpr Margins kMargins[]{{"top", 6.f, 6.f, 4.f, 4.f},   {"status", 8.f, 8.f, 3.f, 3.f},
                             {"left", 9.f, 9.f, 0.f, 0.f},  {"right", 9.f, 9.f, 0.f, 0.f},
                             {"tools", 3.f, 3.f, 3.f, 0.f}, {"bottom", 8.f, 8.f, 4.f, 0.f}};

int brightest(const Image& image, int x, int y) {
  const std::uint8_t* p = image.at(x, y);
  return std::max({p[0], p[1], p[2]});
}

int brighterThan(const Image& image, const ui::ViewRect& part, int limit) {
  int count = 0;
  for (int y = static_cast<int>(part.y); y < static_cast<int>(part.bottom()); ++y)
    for (int x = static_cast<int>(part.x); x < static_cast<int>(part.right()); ++x)
      count += brightest(image, x, y) > limit ? 1 : 0;
  return count;
}

std::size_t countColours(const Image& image, const ui::ViewRect& part) {
  std::set<std::uint32_t> colours;
  for (int y = static_cast<int>(part.y); y < static_cast<int>(part.bottom()); y += 3)
    for (int x = static_cast<int>(part.x); x < static_cast<int>(part.right()); x += 3) {
      const std::uint8_t* p = image.at(x, y);
      colours.insert(static_cast<std::uint32_t>(p[0] << 16 | p[1] << 8 | p[2]));
    }
  return colours.size();
}

void lookAtMargins(const Image& screen, const Margins& m, const ui::ViewRect& r, float scale,
                   std::vector<std::string>& wrong) {
  const auto look = [&](const char* side, const ui::ViewRect& strip) {
    if (const int count = brighterThan(screen, strip, kMaxPanelBrightness); count > 0)
      wrong.push_back(fmt::format("{}: {} bright pixels in its margin {}", m.part, count, side));
  };
  look("left", {r.x, r.y, m.left * scale, r.height});
  look("right", {r.right() - m.right * scale, r.y, m.right * scale, r.height});
  look("above", {r.x, r.y, r.width, m.above * scale});
  look("below", {r.x, r.bottom() - m.below * scale, r.width, m.below * scale});
}

}  // namespace

std::vector<std::string> findLayoutFaults(const Image& screen, const ui::WindowLayout& areas, float scale) {
  std::vector<std::string> wrong;
  for (const auto& [name, part] : areas.all()) {
    const std::string_view word = name;
    if (word.ends_with("edge")) {
      if (brighterThan(screen, part, kMaxGapBrightness) > 0)
        wrong.push_back(fmt::format("something lies over the {}", word));
    } else if (word == "view") {
      if (countColours(screen, part) < 100) wrong.emplace_back("the view is empty");
    } else if (brighterThan(screen, part, kMinTextBrightness) < static_cast<int>(150.f * scale * scale)) {
      wrong.push_back(fmt::format("{} is empty", word));
    }
    for (const Margins& margins : kMargins)
      if (margins.part == word) lookAtMargins(screen, margins, part, scale, wrong);
  }
  return wrong;
}

Image cornerOf(const Image& picture, int width, int height) {
  Image part(width, height, 3);
  for (int y = 0; y < height; ++y) std::copy_n(picture.at(0, y), 3 * width, part.at(0, y));
  return part;
}

}  // namespace ooze
