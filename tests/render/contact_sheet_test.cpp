// Contact sheets of pictures with labels, and the text on them.
#include "image/contact_sheet.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

namespace ooze::contact_sheet_test {
namespace {

using ::testing::ElementsAre;

/// Number of pixels that differ from an empty picture, and their bounding box.
struct Ink {
  int count = 0, left = 1 << 20, right = -1, top = 1 << 20, bottom = -1;
};
Ink inkOf(const Image& image) {
  Ink ink;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      if (std::all_of(image.at(x, y), image.at(x, y) + 3, [](std::uint8_t c) { return c == 0; })) continue;
      ++ink.count;
      ink.left = std::min(ink.left, x), ink.right = std::max(ink.right, x);
      ink.top = std::min(ink.top, y), ink.bottom = std::max(ink.bottom, y);
    }
  return ink;
}

class TextTest : public ::testing::TestWithParam<bool> {
 protected:
  Ink draw(std::string_view text, float size) const {
    Image image(400, 60, 3);
    painter_.draw(image, 10.f, 40.f, text, {size, {255, 255, 255}});
    return inkOf(image);
  }
  TextPainter painter_ = GetParam() ? TextPainter() : TextPainter("/no/such/font.otf");
};

TEST_P(TextTest, TakesThePlaceThatItsWidthSays) {
  const Ink ink = draw("Spring stiffness", 20.f);
  EXPECT_GT(ink.count, 200);
  EXPECT_NEAR(ink.left, 10, 3);
  EXPECT_NEAR(ink.right, 10.f + painter_.width("Spring stiffness", 20.f),
              6.f);  // tolerance for the space after the last letter
  EXPECT_GE(ink.top, 40 - 20);
  EXPECT_LE(ink.bottom, 40 + 8);
}

TEST_P(TextTest, GrowsWithItsSize) {
  EXPECT_NEAR(painter_.width("Friction", 40.f), 2.f * painter_.width("Friction", 20.f), 2.f);
  EXPECT_GT(draw("Friction", 30.f).count, 2 * draw("Friction", 15.f).count);
}

TEST_P(TextTest, SetsAnIndexLow) {
  EXPECT_LT(painter_.width("k_spring", 20.f), painter_.width("kspring", 20.f));
  EXPECT_GT(draw("k_x", 20.f).bottom, draw("kx", 20.f).bottom);
}

TEST_P(TextTest, LeavesOutWhatLiesOutsideOfThePicture) {
  Image image(8, 8, 3);
  for (const float x : {-1000.f, -4.f, 4.f, 1000.f})
    for (const float y : {-1000.f, 0.f, 9.f, 1000.f})
      painter_.draw(image, x, y, "outside \xff \xf0\x9f", {30.f});
  painter_.drawUpward(image, 4.f, 4.f, "outside", {30.f});
  SUCCEED() << "sanitizers see the rest";
}

TEST_P(TextTest, WrapsAndShortensToAWidth) {
  const float size = 20.f, most = painter_.width("one two", size) + 1.f;
  EXPECT_THAT(painter_.wrap("one two three", size, most), ElementsAre("one two", "three"));
  EXPECT_EQ(painter_.shorten("one two", size, most), "one two");
  const std::string cut = painter_.shorten("one two three four", size, most);
  EXPECT_TRUE(cut.ends_with("...")) << cut;
  EXPECT_LE(painter_.width(cut, size), most);
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutAFont, TextTest, ::testing::Bool());

Image filled(const glm::ivec2& size, std::uint8_t level) {
  Image image(size.x, size.y, 3);
  std::fill(image.pixels.begin(), image.pixels.end(), level);
  return image;
}

TEST(TextUpward, IsTheLevelTextTurned) {
  const TextPainter painter;
  Image level(100, 100, 3), upward(100, 100, 3);
  painter.draw(level, 0.f, 28.f, "Level", {20.f, {255, 255, 255}});
  painter.drawUpward(upward, 28.f, 99.f, "Level", {20.f, {255, 255, 255}});
  for (int i = 0; i < 90; ++i)
    for (int j = 1; j < 40; ++j) ASSERT_EQ(*level.at(i, j), *upward.at(j, 99 - i)) << i << ", " << j;
}

class ContactSheetTest : public ::testing::Test {
 protected:
  static SheetFrame frame() {
    SheetFrame f;
    f.title = "Pouring on the bunny";
    f.subtitle = "Frame 150, 2.50 s.";
    f.across = {"Viscosity  σ  [1/frame]", {"1", "2", "4"}};
    f.down = {"Friction  μ", {"0", "1"}};
    f.cell = {120, 90};
    return f;
  }
};

TEST_F(ContactSheetTest, PutsEachPictureInItsPlacePixelForPixel) {
  ContactSheet sheet(frame());
  for (std::size_t row = 0; row < 2; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      sheet.put(column, row, filled({120, 90}, static_cast<std::uint8_t>(40 * (3 * row + column + 1))));
  const SheetLayout& l = sheet.layout();
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 3; ++column) {
      const glm::ivec2 from = l.first + l.step * glm::ivec2(column, row), to = from + glm::ivec2(119, 89);
      const int level = 40 * (3 * row + column + 1);
      EXPECT_EQ(*sheet.image().at(from.x, from.y), level);
      EXPECT_EQ(*sheet.image().at(to.x, to.y), level);
      EXPECT_NE(*sheet.image().at(from.x - 1, from.y), level);
      EXPECT_NE(*sheet.image().at(to.x + 1, to.y), level);
    }
  EXPECT_THROW(sheet.put(0, 0, filled({120, 91}, 0)), std::invalid_argument);
}

TEST_F(ContactSheetTest, FitsAllItsContent) {
  const ContactSheet small(frame());
  const SheetLayout& l = small.layout();
  EXPECT_LE(l.first.x + 3 * l.step.x, l.size.x);
  EXPECT_LE(l.first.y + 2 * l.step.y, l.size.y);
  SheetFrame f = frame();
  f.colours = SheetColours{"Speed [m/s]", "0", "2", {{0, 0, 255}, {255, 0, 0}}};
  const ContactSheet explained(f);
  EXPECT_GT(explained.layout().size.y, l.size.y);
  bool blue = false, red = false;
  for (int y = explained.layout().first.y + 2 * l.step.y; y < explained.image().height; ++y)
    for (int x = 0; x < explained.image().width; ++x) {
      const std::uint8_t* p = explained.image().at(x, y);
      blue = blue || (p[0] == 0 && p[2] == 255), red = red || (p[0] == 255 && p[2] == 0);
    }
  EXPECT_TRUE(blue && red) << "the bar of colours";
  f.down = {"", {""}};
  f.across = {"", {""}};
  f.cell = {16, 16};
  EXPECT_GT(ContactSheet(f).image().width, 16) << "one tiny picture";
}

TEST_F(ContactSheetTest, EveryLabelLeavesInk) {
  const ContactSheet all(frame());
  const auto without = [&all](auto change) {
    SheetFrame f = frame();
    change(f);
    return ContactSheet(f).image().pixels != all.image().pixels;
  };
  EXPECT_TRUE(without([](SheetFrame& f) { f.title = " "; }));
  EXPECT_TRUE(without([](SheetFrame& f) { f.subtitle = " "; }));
  EXPECT_TRUE(without([](SheetFrame& f) { f.across.title = " "; }));
  EXPECT_TRUE(without([](SheetFrame& f) { f.down.title = " "; }));
  EXPECT_TRUE(without([](SheetFrame& f) { f.across.values[2] = " "; }));
  EXPECT_TRUE(without([](SheetFrame& f) { f.down.values[1] = " "; }));
}

TEST_F(ContactSheetTest, SaysInACellWhyThereIsNoPictureAndNothingOutsideOfIt) {
  const ContactSheet empty(frame());
  ContactSheet sheet(frame());
  sheet.putText(1, 0, "Stopped at frame 3 of 150",
                std::string(40, 'w') +
                    " and very many words more that are too many for it "
                    "by far, line after line after line after line");
  sheet.note(2, 1, "3 frames taken again, and more words than fit into it");
  const SheetLayout& l = sheet.layout();
  const auto inCell = [&l](int x, int y, int column, int row) {
    const glm::ivec2 at = glm::ivec2(x, y) - l.first - l.step * glm::ivec2(column, row);
    return at.x >= 0 && at.y >= 0 && at.x < 120 && at.y < 90;
  };
  int inside = 0, outside = 0;
  for (int y = 0; y < l.size.y; ++y)
    for (int x = 0; x < l.size.x; ++x)
      if (!std::equal(sheet.image().at(x, y), sheet.image().at(x, y) + 3, empty.image().at(x, y)))
        ++(inCell(x, y, 1, 0) || inCell(x, y, 2, 1) ? inside : outside);
  EXPECT_GT(inside, 200);
  EXPECT_EQ(outside, 0);
}

}  // namespace
}  // namespace ooze::contact_sheet_test
