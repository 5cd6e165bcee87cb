// Draws text into images without OpenGL or a window, for labels on contact sheets.
#pragma once

#include "image/image.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

using Rgb = std::array<std::uint8_t, 3>;

/// Style of a text: the size of an em [pixels] and the colour.
struct TextStyle {
  float size = 16.f;
  Rgb colour{225, 228, 233};
};

/// Rasterises text with stb_truetype.
class TextPainter {
 public:
  /// Uses the font that was found when Ooze was configured. Without that font, falls back to simple letters
  /// that cover ASCII only.
  TextPainter();
  /// Uses a font file.
  /// @param font  TrueType or OpenType; a missing or invalid file falls back to the simple letters
  explicit TextPainter(const std::filesystem::path& font);
  ~TextPainter();
  TextPainter(const TextPainter&) = delete;
  TextPainter& operator=(const TextPainter&) = delete;

  /// Returns the width of a text [pixels].
  /// @param text  UTF-8, one line; "x_abc" makes "abc" a subscript
  [[nodiscard]] float width(std::string_view text, float size) const;
  /// Draws a text over the image, clipped to the image's edges.
  /// @param x, baseline  start of the text [pixels from the top left corner]
  void draw(Image& image, float x, float baseline, std::string_view text, const TextStyle& style) const;
  /// Draws a text rotated by 90 degrees, reading upwards, as beside a vertical axis.
  /// @param y  lower end of the text [pixels from the top]
  void drawUpward(Image& image, float baseline, float y, std::string_view text, const TextStyle& style) const;

  /// Breaks a text at spaces into lines no wider than `most`, unless a single word is wider.
  [[nodiscard]] std::vector<std::string> wrap(std::string_view text, float size, float most) const;
  /// Returns the text, truncated with an ellipsis if it is wider than `most`.
  [[nodiscard]] std::string shorten(std::string_view text, float size, float most) const;

 private:
  struct Font;
  std::unique_ptr<Font> font_;
};

}  // namespace ooze
