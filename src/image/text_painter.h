// Words in pictures, without OpenGL and without a window: for sheets of pictures with labels.
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

/// What a text may be: the size of an em, and the colour. [pixels]
struct TextStyle {
  float size = 16.f;
  Rgb colour{225, 228, 233};
};

class TextPainter {
 public:
  /// With the font that was found when Ooze was configured; without one with plain letters that know ASCII
  /// only.
  TextPainter();
  /// @param font  TrueType or OpenType; a file that is not there or no font gives the plain letters
  explicit TextPainter(const std::filesystem::path& font);
  ~TextPainter();
  TextPainter(const TextPainter&) = delete;
  TextPainter& operator=(const TextPainter&) = delete;

  /// How far a text goes [pixels]. @param text  UTF-8, one line; "x_abc" sets "abc" low, as in a formula
  [[nodiscard]] float width(std::string_view text, float size) const;
  /// Draws over what is there. What lies outside of the picture is left out.
  /// @param x, baseline  where the text begins [pixels from the top left corner]
  void draw(Image& image, float x, float baseline, std::string_view text, const TextStyle& style) const;
  /// The same upwards, as beside a vertical axis. @param y  of the beginning, the lower end
  void drawUpward(Image& image, float baseline, float y, std::string_view text, const TextStyle& style) const;

  /// Cuts a text at blanks into lines no wider than `most`, where words allow it.
  [[nodiscard]] std::vector<std::string> wrap(std::string_view text, float size, float most) const;
  /// The text, or its beginning and an ellipsis if it is wider than `most`.
  [[nodiscard]] std::string shorten(std::string_view text, float size, float most) const;

 private:
  struct Font;
  std::unique_ptr<Font> font_;
};

}  // namespace ooze
