// A sheet of pictures side by side, with a title, axes and values: how a liquid changes with its parameters.
#pragma once

#include "image/image.h"
#include "image/text_painter.h"

#include <cstddef>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

struct SheetAxis {
  std::string title;                ///< "Viscosity  σ  [1/frame]"; "": no axis
  std::vector<std::string> values;  ///< one a column, or one a row; at least one
};

/// What the colours of the liquid stand for.
struct SheetColours {
  std::string title;         ///< "Speed [m/s]"
  std::string low, high;     ///< what is at the two ends
  std::vector<Rgb> colours;  ///< from low to high
};

struct SheetFrame {
  std::string title;
  std::string subtitle;  ///< may take several lines
  SheetAxis across, down;
  glm::ivec2 cell{360, 270};  ///< size of a picture [pixels]
  std::optional<SheetColours> colours;

  [[nodiscard]] std::size_t columns() const { return across.values.size(); }
  [[nodiscard]] std::size_t rows() const { return down.values.size(); }
};

/// Where everything is.
struct SheetLayout {
  glm::ivec2 size{0};   ///< of the sheet [pixels]
  glm::ivec2 first{0};  ///< top left corner of the first picture
  glm::ivec2 step{0};   ///< from one picture to the next
  int letters = 16;     ///< size of its text [pixels]
  std::vector<std::string> subtitle;
};

/// Pictures are put onto it in any order.
class ContactSheet {
 public:
  /// Draws everything but the pictures; their places are marked as empty.
  explicit ContactSheet(SheetFrame frame);

  [[nodiscard]] const SheetLayout& layout() const { return layout_; }
  [[nodiscard]] const Image& image() const { return image_; }
  /// @param picture  3 channels, of frame.cell pixels @throws std::invalid_argument if it is another
  void put(std::size_t column, std::size_t row, const Image& picture);
  /// A few words at the picture's lower edge.
  void note(std::size_t column, std::size_t row, const std::string& words);
  /// Words instead of a picture: why there is none.
  void putWords(std::size_t column, std::size_t row, const std::string& title, const std::string& words);

 private:
  [[nodiscard]] glm::ivec2 corner(std::size_t column, std::size_t row) const;
  void drawHead();
  void drawAxes();
  void drawColours();

  SheetFrame frame_;
  TextPainter text_;
  SheetLayout layout_;
  Image image_;
};

}  // namespace ooze
