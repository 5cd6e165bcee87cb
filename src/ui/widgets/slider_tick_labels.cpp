#include "ui/widgets/slider_tick_labels.h"

#include "ui/widgets/slider_fill.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ooze::ui {
namespace {

// Height of a tick, gap above and below a tick, gap between words [design pixels].
constexpr float kTick = 4.f, kTickGap = 2.f, kWordGap = 7.f;

/// Returns the left ends of the shown words. Empty if the words do not fit with their ticks above them.
std::optional<std::vector<float>> fitted(std::span<const TickLabel> words,
                                         const std::vector<std::size_t>& shown, float room, float gap) {
  std::vector<float> left(shown.size());
  float from = 0.f;
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const TickLabel& word = words[shown[k]];
    left[k] = std::max(from, word.tick - 0.5f * word.width);
    from = left[k] + word.width + gap;
  }
  float to = room;
  for (std::size_t k = shown.size(); k-- > 0;) {
    const TickLabel& word = words[shown[k]];
    left[k] = std::min(left[k], to - word.width);
    to = left[k] - gap;
    if (left[k] < 0.f || word.tick < left[k] || word.tick > left[k] + word.width) return std::nullopt;
  }
  return left;
}

}  // namespace

std::size_t nearestTickLabel(std::span<const ParameterTickLabel> marks, float value, float lower, float upper,
                             Scale scale) {
  const auto away = [&](const ParameterTickLabel& mark) {
    return std::abs(sliderFraction(mark.value, lower, upper, scale) -
                    sliderFraction(value, lower, upper, scale));
  };
  const auto nearest = std::min_element(
      marks.begin(), marks.end(),
      [&](const ParameterTickLabel& a, const ParameterTickLabel& b) { return away(a) < away(b); });
  return static_cast<std::size_t>(nearest - marks.begin());
}

std::vector<std::optional<float>> placeTickLabels(std::span<const TickLabel> words, float room, float gap,
                                                  std::size_t current) {
  std::vector<std::size_t> wanted{current, 0, words.size() - 1};
  for (std::size_t k = 0; k < words.size(); ++k) wanted.push_back(k);
  std::vector<std::size_t> shown;
  std::vector<float> left;
  for (const std::size_t word : wanted) {
    if (std::find(shown.begin(), shown.end(), word) != shown.end()) continue;
    std::vector<std::size_t> more = shown;
    more.insert(std::upper_bound(more.begin(), more.end(), word), word);
    if (auto places = fitted(words, more, room, gap)) shown = std::move(more), left = std::move(*places);
  }
  std::vector<std::optional<float>> placed(words.size());
  for (std::size_t k = 0; k < shown.size(); ++k) placed[shown[k]] = left[k];
  return placed;
}

TickLabelEvents drawTickLabels(const Theme& theme, std::span<const ParameterTickLabel> marks,
                               std::size_t current, const std::function<float(float)>& partOf,
                               const std::function<void()>& afterItem) {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  const float top = to.y + kTickGap * theme.scale, below = top + (kTick + kTickGap) * theme.scale;
  const ImU32 dim = ImGui::GetColorU32(theme.dim), accent = ImGui::GetColorU32(theme.accent);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushFont(theme.small);
  std::vector<TickLabel> words;
  for (const ParameterTickLabel& mark : marks) {
    const float tick = sliderMiddle(theme, partOf(mark.value), to.x - from.x);
    const float width = ImGui::CalcTextSize(mark.word.data(), mark.word.data() + mark.word.size()).x;
    words.push_back({tick, width});
    const float x = std::round(from.x + tick), half = std::max(1.f, std::round(theme.scale)) * 0.5f;
    list.AddRectFilled({x - half, top}, {x + half, top + kTick * theme.scale},
                       words.size() - 1 == current ? accent : dim);
  }
  const auto placed = placeTickLabels(words, to.x - from.x, kWordGap * theme.scale, current);
  const float line = ImGui::GetTextLineHeight();
  TickLabelEvents events;
  for (std::size_t k = 0; k < marks.size(); ++k) {
    if (!placed[k]) continue;
    const std::string word(marks[k].word);
    const ImVec2 corner{std::round(from.x + *placed[k]), below};
    ImGui::SetCursorScreenPos(corner);
    if (ImGui::InvisibleButton(word.c_str(), {words[k].width, line})) events.chosen = marks[k].value;
    events.held |= ImGui::IsItemActive();
    const bool lit = k != current && ImGui::IsItemHovered();
    list.AddText(corner, k == current ? accent : lit ? ImGui::GetColorU32(ImGuiCol_Text) : dim, word.c_str());
    afterItem();
  }
  ImGui::PopFont();
  return events;
}

}  // namespace ooze::ui
