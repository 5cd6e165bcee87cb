#include "ui/widgets/slider_fill.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

constexpr float kHandle = 3.f;         // width of the handle [design pixels]
constexpr float kMark = 2.f;           // height of the handle under a text [design pixels]
constexpr float kImGuisPadding = 2.f;  // padding of the handle within its frame, at any scale
constexpr float kTextGap = 3.f;        // gap between the handle and a text [design pixels]
const ImVec4 kNone{0.f, 0.f, 0.f, 0.f};

struct ScreenBox {
  ImVec2 from, to;
};

/// A text with its position.
struct PlacedText {
  const char* text;
  ImFont* font;
  ImVec4 colour;
  ScreenBox box;
};

PlacedText placed(const std::string& text, ImFont* font, const ImVec4& colour, float x,
                  const ScreenBox& frame) {
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e9f, 0.f, text.c_str());
  const float y = std::round(0.5f * (frame.from.y + frame.to.y - size.y));
  return {text.c_str(), font, colour, {{x, y}, {x + size.x, y + size.y}}};
}

float widthOf(const std::string& text, const ImFont* font) {
  return font->CalcTextSizeA(font->FontSize, 1e9f, 0.f, text.c_str()).x;
}

std::vector<PlacedText> place(const Theme& theme, const SliderText& text, const ScreenBox& frame) {
  if (text.value.empty()) return {};
  const ImVec4 bright = ImGui::GetStyleColorVec4(ImGuiCol_Text);
  const float pad = 6.f * theme.scale, room = frame.to.x - frame.from.x;
  const float value = widthOf(text.value, theme.text), aside = widthOf(text.aside, theme.small);
  if (!text.atEnds)
    return {placed(text.value, theme.text, bright, std::round(frame.from.x + 0.5f * (room - value)), frame)};
  std::vector<PlacedText> all{placed(text.value, theme.text, bright, frame.from.x + pad, frame)};
  if (!text.aside.empty() && value + aside + 3.f * pad <= room)
    all.push_back(placed(text.aside, theme.small, theme.dim, std::round(frame.to.x - pad - aside), frame));
  return all;
}

/// Draws the handle. Under a text the handle is a mark along the lower edge, too flat to look like a comma.
void drawHandle(const Theme& theme, const ScreenBox& handle, const std::vector<PlacedText>& texts) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = ImGui::GetColorU32(theme.accent);
  const float gap = kTextGap * theme.scale, round = 0.5f * (handle.to.x - handle.from.x);
  const bool inTheWay = std::any_of(texts.begin(), texts.end(), [&](const PlacedText& t) {
    return handle.to.x > t.box.from.x - gap && handle.from.x < t.box.to.x + gap;
  });
  if (!inTheWay) return list.AddRectFilled(handle.from, handle.to, colour, round);
  const float edge = handle.to.y + kImGuisPadding, aside = handle.to.x - handle.from.x;
  list.AddRectFilled({handle.from.x - aside, edge - kMark * theme.scale}, {handle.to.x + aside, edge},
                     colour);
}

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

float sliderHandle(const Theme& theme) { return std::max(1.f, std::round(kHandle * theme.scale)); }

float sliderMiddle(const Theme& theme, float part, float width) {
  const float handle = sliderHandle(theme);
  return kImGuisPadding + std::clamp(part, 0.f, 1.f) * (width - 2.f * kImGuisPadding - handle) +
         0.5f * handle;
}

SliderFill::SliderFill(const Theme& theme, float part, bool lit, const SliderText& text) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ScreenBox frame{from, {from.x + ImGui::CalcItemWidth(), from.y + ImGui::GetFrameHeight()}};
  const ImGuiStyle& style = ImGui::GetStyle();
  const float handle = sliderHandle(theme);
  const float end = from.x + sliderMiddle(theme, part, frame.to.x - from.x) - 0.5f * handle;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, frame.to, ImGui::GetColorU32(ImGuiCol_FrameBg), style.FrameRounding);
  const ImVec4 accent = theme.accent, plain = ImGui::GetStyleColorVec4(ImGuiCol_ScrollbarGrab);
  if (end > from.x + style.FrameRounding)
    list.AddRectFilled(from, {end, frame.to.y},
                       ImGui::GetColorU32(lit ? ImVec4(accent.x, accent.y, accent.z, 0.32f) : plain),
                       style.FrameRounding, ImDrawFlags_RoundCornersLeft);
  const std::vector<PlacedText> texts = place(theme, text, frame);
  drawHandle(theme, {{end, from.y + kImGuisPadding}, {end + handle, frame.to.y - kImGuisPadding}}, texts);
  list.PushClipRect(frame.from, frame.to, true);
  for (const PlacedText& t : texts)
    list.AddText(t.font, t.font->FontSize, t.box.from, ImGui::GetColorU32(t.colour), t.text);
  list.PopClipRect();
  const ImVec4 over{1.f, 1.f, 1.f, 0.05f};
  ImGui::PushStyleColor(ImGuiCol_FrameBg, kNone);
  ImGui::PushStyleColor(ImGuiCol_FrameBgHovered, over);
  ImGui::PushStyleColor(ImGuiCol_FrameBgActive, over);
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, kNone);
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, kNone);
  ImGui::PushStyleColor(ImGuiCol_Text, kNone);
  ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, handle);
}

SliderFill::~SliderFill() {
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(6);
}

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
