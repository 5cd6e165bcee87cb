#include "image/text_painter.h"

#include "base/file.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <exception>
#include <vector>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_easy_font.h>
#include <stb/stb_truetype.h>

namespace ooze {
namespace {

constexpr float kLowSize = 0.72f, kLowShift = 0.18f;  // size and downward shift of a subscript [em]
constexpr int kPlainEm = 10;                          // em of the simple letters, in the units of
                                                      // stb_easy_font

/// Decodes the next UTF-8 character. Invalid bytes become the replacement character.
char32_t nextCharacter(std::string_view& rest) {
  const auto first = static_cast<unsigned char>(rest.front());
  const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || rest.size() < length) {
    rest.remove_prefix(1);
    return 0xfffd;
  }
  char32_t code = length == 1 ? first : first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(rest[i]) & 0x3fu);
  rest.remove_prefix(length);
  return code;
}

struct PaintedLetter {
  char32_t code;
  bool low;  ///< whether the character is a subscript, small and below the baseline
};

/// Decodes a text. An underscore between two letters starts a subscript, which lasts until the next space.
std::vector<PaintedLetter> lettersOf(std::string_view text) {
  std::vector<PaintedLetter> letters;
  bool low = false;
  while (!text.empty()) {
    const char32_t code = nextCharacter(text);
    if (code == ' ') low = false;
    if (code == '_' && !low && !letters.empty() && letters.back().code != ' ' && !text.empty())
      low = true;
    else
      letters.push_back({code, low});
  }
  return letters;
}

/// Converts a character to a string for stb_easy_font.
std::array<char, 2> plainText(char32_t code) { return {code < 0x80 ? static_cast<char>(code) : '?', '\0'}; }

void mix(Image& image, int x, int y, float part, const Rgb& colour) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height || part <= 0.f) return;
  std::uint8_t* pixel = image.at(x, y);
  for (std::size_t c = 0; c < 3; ++c)
    pixel[c] = static_cast<std::uint8_t>(
        std::lround(static_cast<float>(pixel[c]) +
                    part * (static_cast<float>(colour[c]) - static_cast<float>(pixel[c]))));
}

}  // namespace

struct TextPainter::Font {
  std::vector<std::byte> file;
  stbtt_fontinfo info{};
  bool real = false;  ///< true: a font file is loaded; false: the simple letters are used

  explicit Font(const std::filesystem::path& path) {
    try {
      if (!path.empty()) file = readBytes(path);
    } catch (const std::exception&) {
      return;  // the font was removed after Ooze was configured; the simple letters suffice
    }
    const auto* bytes = reinterpret_cast<const unsigned char*>(file.data());
    // stb_truetype does not validate its input, so check at least that the file starts like a font.
    constexpr std::size_t kLeast = 1024;
    real = file.size() > kLeast && stbtt_GetFontOffsetForIndex(bytes, 0) >= 0 &&
           stbtt_InitFont(&info, bytes, stbtt_GetFontOffsetForIndex(bytes, 0)) != 0;
  }

  /// Returns how far the pen moves after a letter.
  /// @param next  following letter, for kerning; 0 if none
  [[nodiscard]] float advance(char32_t code, char32_t next, float size) const {
    if (!real) {
      return static_cast<float>(stb_easy_font_width(plainText(code).data())) * size / kPlainEm;
    }
    int wide = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&info, static_cast<int>(code), &wide, &bearing);
    const int kern =
        next == 0 ? 0 : stbtt_GetCodepointKernAdvance(&info, static_cast<int>(code), static_cast<int>(next));
    return static_cast<float>(wide + kern) * stbtt_ScaleForMappingEmToPixels(&info, size);
  }

  void draw(Image& image, char32_t code, float x, float baseline, float size, const Rgb& colour) const {
    real ? drawOutline(image, code, x, baseline, size, colour)
         : drawPlain(image, code, x, baseline, size, colour);
  }

 private:
  void drawOutline(Image& image, char32_t code, float x, float baseline, float size,
                   const Rgb& colour) const {
    const float scale = stbtt_ScaleForMappingEmToPixels(&info, size);
    const float left = std::floor(x), top = std::floor(baseline);
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    stbtt_GetCodepointBitmapBoxSubpixel(&info, static_cast<int>(code), scale, scale, x - left, baseline - top,
                                        &x0, &y0, &x1, &y1);
    const int wide = x1 - x0, high = y1 - y0;
    if (wide <= 0 || high <= 0) return;
    std::vector<unsigned char> cover(static_cast<std::size_t>(wide) * static_cast<std::size_t>(high));
    stbtt_MakeCodepointBitmapSubpixel(&info, cover.data(), wide, high, wide, scale, scale, x - left,
                                      baseline - top, static_cast<int>(code));
    for (int j = 0; j < high; ++j)
      for (int i = 0; i < wide; ++i)
        mix(image, static_cast<int>(left) + x0 + i, static_cast<int>(top) + y0 + j,
            static_cast<float>(cover[static_cast<std::size_t>(j) * wide + i]) / 255.f, colour);
  }

  /// Draws a letter from rectangles of whole pixels, without antialiasing.
  static void drawPlain(Image& image, char32_t code, float x, float baseline, float size, const Rgb& colour) {
    constexpr int kCorners = 4, kAscent = 7;
    struct GlyphCorner {
      float x, y, z;
      std::array<unsigned char, 4> colour;
    };
    std::array<GlyphCorner, 4096 / sizeof(GlyphCorner)> corners;
    const int boxes =
        stb_easy_font_print(0.f, 0.f, plainText(code).data(), nullptr, corners.data(), sizeof corners);
    const float unit = size / kPlainEm;
    for (int b = 0; b < boxes; ++b) {
      const GlyphCorner &low = corners[static_cast<std::size_t>(b * kCorners)],
                        &high = corners[static_cast<std::size_t>(b * kCorners + 2)];
      const auto at = [unit](float from, float units) {
        return static_cast<int>(std::lround(from + unit * units));
      };
      for (int j = at(baseline, low.y - kAscent); j < at(baseline, high.y - kAscent); ++j)
        for (int i = at(x, low.x); i < at(x, high.x); ++i) mix(image, i, j, 1.f, colour);
    }
  }
};

TextPainter::TextPainter() : TextPainter(std::filesystem::path(OOZE_FONT_TEXT)) {}
TextPainter::TextPainter(const std::filesystem::path& font) : font_(std::make_unique<Font>(font)) {}
TextPainter::~TextPainter() = default;

float TextPainter::width(std::string_view text, float size) const {
  const std::vector<PaintedLetter> letters = lettersOf(text);
  float pen = 0.f;
  for (std::size_t i = 0; i < letters.size(); ++i)
    pen += font_->advance(letters[i].code, i + 1 < letters.size() ? letters[i + 1].code : 0,
                          letters[i].low ? kLowSize * size : size);
  return pen;
}

void TextPainter::draw(Image& image, float x, float baseline, std::string_view text,
                       const TextStyle& style) const {
  const std::vector<PaintedLetter> letters = lettersOf(text);
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const float size = letters[i].low ? kLowSize * style.size : style.size;
    font_->draw(image, letters[i].code, x, baseline + (letters[i].low ? kLowShift * style.size : 0.f), size,
                style.colour);
    x += font_->advance(letters[i].code, i + 1 < letters.size() ? letters[i + 1].code : 0, size);
  }
}

// Rotates the background into a horizontal copy, draws the text on the copy, and rotates the copy back.
void TextPainter::drawUpward(Image& image, float baseline, float y, std::string_view text,
                             const TextStyle& style) const {
  const int wide = static_cast<int>(std::ceil(width(text, style.size))) + 2,
            high = static_cast<int>(2.f * style.size);
  const int left = static_cast<int>(baseline - 1.4f * style.size), bottom = static_cast<int>(y);
  Image level(wide, high, 3);
  const auto inside = [&](int i, int j) {
    return left + j >= 0 && left + j < image.width && bottom - i >= 0 && bottom - i < image.height;
  };
  for (int j = 0; j < high; ++j)
    for (int i = 0; i < wide; ++i)
      if (inside(i, j)) std::copy_n(image.at(left + j, bottom - i), 3, level.at(i, j));
  draw(level, 0.f, baseline - static_cast<float>(left), text, style);
  for (int j = 0; j < high; ++j)
    for (int i = 0; i < wide; ++i)
      if (inside(i, j)) std::copy_n(level.at(i, j), 3, image.at(left + j, bottom - i));
}

std::vector<std::string> TextPainter::wrap(std::string_view text, float size, float most) const {
  std::vector<std::string> lines{""};
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, blank));
    text.remove_prefix(std::min(blank + 1, text.size()));
    std::string& line = lines.back();
    const std::string longer = line.empty() ? word : line + " " + word;
    if (line.empty() || width(longer, size) <= most)
      line = longer;
    else
      lines.push_back(word);
  }
  return lines;
}

std::string TextPainter::shorten(std::string_view text, float size, float most) const {
  if (width(text, size) <= most) return std::string(text);
  std::string start(text);
  while (!start.empty() && width(start + "...", size) > most) {
    while (!start.empty() && (static_cast<unsigned char>(start.back()) & 0xc0u) == 0x80u) start.pop_back();
    if (!start.empty()) start.pop_back();
  }
  return start + "...";
}

}  // namespace ooze
