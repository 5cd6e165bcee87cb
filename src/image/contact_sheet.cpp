#include "image/contact_sheet.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace ooze {
namespace {

constexpr Rgb kPaper{21, 23, 27}, kEmpty{30, 33, 38}, kText{222, 226, 232}, kDim{143, 150, 163},
    kAccent{242, 168, 61};
constexpr float kTitleSize = 1.55f;  // font size of the title, as a multiple of that of the labels
constexpr int kColoursWide = 12;     // width of the colour bar, in multiples of the font size

int lettersFor(const glm::ivec2& cell) {
  return std::clamp(static_cast<int>(std::lround(0.06f * static_cast<float>(std::min(cell.x, cell.y)))), 11,
                    40);
}

int widest(const TextPainter& text, const std::vector<std::string>& words, float size) {
  float most = 0.f;
  for (const std::string& w : words) most = std::max(most, text.width(w, size));
  return static_cast<int>(std::ceil(most));
}

/// Computes widths first: the widths determine the lines of the subtitle, which determine the heights.
SheetLayout layOut(const SheetFrame& frame, const TextPainter& text) {
  SheetLayout l;
  l.letters = lettersFor(frame.cell);
  const int margin = l.letters * 3 / 2, gap = std::max(2, l.letters / 4);
  l.step = frame.cell + gap;
  const int columns = static_cast<int>(frame.columns()), rows = static_cast<int>(frame.rows());
  const auto size = static_cast<float>(l.letters);
  const int values =
      frame.down.title.empty() ? 0 : 2 * l.letters + widest(text, frame.down.values, size) + l.letters;
  l.first.x = margin + values;
  l.size.x = l.first.x + columns * l.step.x - gap + margin;
  l.subtitle = frame.subtitle.empty()
                   ? std::vector<std::string>()
                   : text.wrap(frame.subtitle, size, static_cast<float>(l.size.x - 2 * margin));
  const int head =
      margin + static_cast<int>(kTitleSize * size) + static_cast<int>(l.subtitle.size()) * l.letters * 3 / 2;
  const int axis = frame.across.title.empty() ? 0 : l.letters * 7 / 2;
  l.first.y = head + l.letters + axis;
  const int colours = frame.colours ? 3 * l.letters : 0;
  l.size.y = l.first.y + rows * l.step.y - gap + colours + margin;
  return l;
}

void fill(Image& image, const glm::ivec2& from, const glm::ivec2& size, const Rgb& colour) {
  const int right = std::min(from.x + size.x, image.width), bottom = std::min(from.y + size.y, image.height);
  for (int y = std::max(from.y, 0); y < bottom; ++y)
    for (int x = std::max(from.x, 0); x < right; ++x) std::copy(colour.begin(), colour.end(), image.at(x, y));
}

/// Darkens a rectangle of the image, so that text on the rectangle is legible.
void shade(Image& image, const glm::ivec2& from, const glm::ivec2& size) {
  for (int y = from.y; y < from.y + size.y; ++y)
    for (int x = from.x; x < from.x + size.x; ++x)
      for (int c = 0; c < 3; ++c)
        image.at(x, y)[c] =
            static_cast<std::uint8_t>((image.at(x, y)[c] + 2 * kPaper[static_cast<std::size_t>(c)]) / 3);
}

}  // namespace

ContactSheet::ContactSheet(SheetFrame frame)
    : frame_(std::move(frame)), layout_(layOut(frame_, text_)), image_(layout_.size.x, layout_.size.y, 3) {
  fill(image_, {0, 0}, layout_.size, kPaper);
  for (std::size_t row = 0; row < frame_.rows(); ++row)
    for (std::size_t column = 0; column < frame_.columns(); ++column)
      fill(image_, corner(column, row), frame_.cell, kEmpty);
  drawHead();
  drawAxes();
  if (frame_.colours) drawColours();
}

glm::ivec2 ContactSheet::corner(std::size_t column, std::size_t row) const {
  return layout_.first + layout_.step * glm::ivec2(static_cast<int>(column), static_cast<int>(row));
}

void ContactSheet::drawHead() {
  const auto size = static_cast<float>(layout_.letters), margin = 1.5f * size;
  const float most = static_cast<float>(layout_.size.x) - 2.f * margin;
  float baseline = margin + 0.8f * kTitleSize * size;
  text_.draw(image_, margin, baseline, text_.shorten(frame_.title, kTitleSize * size, most),
             {kTitleSize * size, kText});
  baseline += 0.3f * size;
  for (const std::string& line : layout_.subtitle)
    text_.draw(image_, margin, baseline += 1.5f * size, text_.shorten(line, size, most), {size, kDim});
}

void ContactSheet::drawAxes() {
  const auto size = static_cast<float>(layout_.letters);
  const auto first = glm::vec2(layout_.first), step = glm::vec2(layout_.step), cell = glm::vec2(frame_.cell);
  if (!frame_.across.title.empty()) {
    const float most = static_cast<float>(layout_.size.x) - first.x - size;
    text_.draw(image_, first.x, first.y - 2.3f * size, text_.shorten(frame_.across.title, size, most),
               {size, kAccent});
    for (std::size_t i = 0; i < frame_.columns(); ++i) {
      const std::string value = text_.shorten(frame_.across.values[i], size, cell.x);
      text_.draw(image_,
                 first.x + step.x * static_cast<float>(i) + 0.5f * (cell.x - text_.width(value, size)),
                 first.y - 0.55f * size, value, {size, kText});
    }
  }
  if (frame_.down.title.empty()) return;
  const float high = static_cast<float>(layout_.size.y) - first.y - 1.5f * size;
  const std::string title = text_.shorten(frame_.down.title, size, high);
  text_.drawUpward(image_, 2.3f * size, first.y + text_.width(title, size), title, {size, kAccent});
  for (std::size_t i = 0; i < frame_.rows(); ++i)
    text_.draw(image_, first.x - 0.6f * size - text_.width(frame_.down.values[i], size),
               first.y + step.y * static_cast<float>(i) + 0.5f * cell.y + 0.35f * size, frame_.down.values[i],
               {size, kText});
}

void ContactSheet::drawColours() {
  const SheetColours& c = *frame_.colours;
  const auto size = static_cast<float>(layout_.letters);
  const int letters = layout_.letters, top = layout_.size.y - letters * 3;
  const float baseline = static_cast<float>(top) + 0.85f * size;
  auto x = static_cast<float>(layout_.first.x);
  const auto write = [&](const std::string& words, const Rgb& colour) {
    text_.draw(image_, x, baseline, words, {size, colour});
    x += text_.width(words, size) + 0.6f * size;
  };
  write(c.title, kDim);
  write(c.low, kText);
  const int wide = kColoursWide * letters;
  for (int i = 0; i < wide && !c.colours.empty(); ++i)
    fill(image_, {static_cast<int>(x) + i, top}, {1, letters},
         c.colours[static_cast<std::size_t>(i) * c.colours.size() / static_cast<std::size_t>(wide)]);
  x += static_cast<float>(wide) + 0.6f * size;
  write(c.high, kText);
}

void ContactSheet::put(std::size_t column, std::size_t row, const Image& picture) {
  if (picture.width != frame_.cell.x || picture.height != frame_.cell.y || picture.channels != 3)
    throw std::invalid_argument("the picture must have the size that the sheet expects");
  const glm::ivec2 to = corner(column, row);
  for (int y = 0; y < picture.height; ++y)
    std::copy_n(picture.at(0, y), 3 * static_cast<std::size_t>(picture.width), image_.at(to.x, to.y + y));
}

void ContactSheet::note(std::size_t column, std::size_t row, const std::string& words) {
  const float size = 0.85f * static_cast<float>(layout_.letters);
  const int high = std::min(static_cast<int>(1.7f * size), frame_.cell.y);
  const glm::ivec2 from = corner(column, row) + glm::ivec2(0, frame_.cell.y - high);
  shade(image_, from, {frame_.cell.x, high});
  const auto at = glm::vec2(from);
  text_.draw(image_, at.x + 0.6f * size, at.y + 1.15f * size,
             text_.shorten(words, size, static_cast<float>(frame_.cell.x) - 1.2f * size), {size, kText});
}

void ContactSheet::putText(std::size_t column, std::size_t row, const std::string& title,
                           const std::string& words) {
  const glm::ivec2 from = corner(column, row);
  fill(image_, from, frame_.cell, kEmpty);
  const auto size = static_cast<float>(layout_.letters);
  const float most = static_cast<float>(frame_.cell.x) - 2.f * size,
              bottom = static_cast<float>(from.y + frame_.cell.y) - 0.5f * size;
  const float left = static_cast<float>(from.x) + size;
  float baseline = static_cast<float>(from.y) + 2.f * size;
  text_.draw(image_, left, baseline, text_.shorten(title, size, most), {size, kAccent});
  for (const std::string& line : text_.wrap(words, 0.9f * size, most))
    if ((baseline += 1.35f * size) < bottom)
      text_.draw(image_, left, baseline, text_.shorten(line, 0.9f * size, most), {0.9f * size, kText});
}

}  // namespace ooze
