// A contact sheet: a grid of pictures with a title, axes and values, showing the effect of one or two
// parameters.
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
  std::string title;                ///< title, as "Viscosity  σ  [1/frame]"; "": no axis
  std::vector<std::string> values;  ///< a value per column or per row; at least one
};

/// Legend of the colour field that the liquid shows.
struct SheetColours {
  std::string title;         ///< title of the legend, for example "Speed [m/s]"
  std::string low, high;     ///< labels of the two ends of the colour bar
  std::vector<Rgb> colours;  ///< colours of the bar, from low to high
};

struct SheetFrame {
  std::string title;
  std::string subtitle;  ///< line below the title, wrapped into several lines if necessary
  SheetAxis across, down;
  glm::ivec2 cell{360, 270};  ///< size of a picture [pixels]
  std::optional<SheetColours> colours;

  [[nodiscard]] std::size_t columns() const { return across.values.size(); }
  [[nodiscard]] std::size_t rows() const { return down.values.size(); }
};

/// Positions and sizes of the parts of a sheet.
struct SheetLayout {
  glm::ivec2 size{0};   ///< size of the sheet [pixels]
  glm::ivec2 first{0};  ///< top left corner of the first picture [pixels]
  glm::ivec2 step{0};   ///< offset from one picture to the next [pixels]
  int letters = 16;     ///< font size of the sheet's labels [pixels]
  std::vector<std::string> subtitle;
};

/// Composes a contact sheet. Pictures can be added in any order.
class ContactSheet {
 public:
  /// Draws everything but the pictures, which get empty placeholders.
  explicit ContactSheet(SheetFrame frame);

  [[nodiscard]] const SheetLayout& layout() const { return layout_; }
  [[nodiscard]] const Image& image() const { return image_; }
  /// Copies a picture into its cell.
  /// @param picture  image of frame.cell pixels with 3 channels
  /// @throws std::invalid_argument for any other size or layout
  void put(std::size_t column, std::size_t row, const Image& picture);
  /// Writes a short note on the lower edge of a picture.
  void note(std::size_t column, std::size_t row, const std::string& words);
  /// Writes text in place of a picture, for example the reason why the picture is missing.
  void putText(std::size_t column, std::size_t row, const std::string& title, const std::string& words);

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
