// Text in several styles that wraps as one: words in bold, code and links beside plain ones.
#pragma once

#include "manual/page.h"
#include "ui/widgets/theme.h"

#include <span>
#include <string>
#include <vector>

namespace ooze::ui {

/// Widths of a text [ImGui's units].
struct TextExtent {
  float line = 0.f;         ///< all of the text on one line
  float longestWord = 0.f;  ///< narrowest column that breaks no word
  float longestPart = 0.f;  ///< narrowest column if code may break after an underscore
};

/// The font that a run is drawn with. @param base  font of plain words
ImFont* fontOf(const Theme& theme, const TextRun& run, ImFont* base);

TextExtent measure(const Theme& theme, const RichText& text, ImFont* base);

/// A text broken into lines. A word that is wider than a line is broken, too.
class WrappedText {
 public:
  /// @param text   must outlive this object
  /// @param width  width of a line [ImGui's units]
  WrappedText(const Theme& theme, const RichText& text, ImFont* base, float width);

  [[nodiscard]] float height() const { return static_cast<float>(lines_) * lineHeight_; }
  /// Width of the longest line [ImGui's units].
  [[nodiscard]] float width() const { return widest_; }

  /// Draws the text into the current window.
  /// @param at          upper left corner on the screen
  /// @param highlights  words in lower case that get a background
  /// @return the link that was clicked, and in `pointed` the link under the pointer; null: none
  const std::string* draw(const ImVec2& at, ImU32 colour, std::span<const std::string> highlights,
                          const std::string** pointed) const;

 private:
  struct Piece {
    const TextRun* run;
    const char *begin, *end;
    ImFont* font;
    float x = 0.f, width = 0.f;
    int line = 0;
    bool afterSpace = false;                ///< a space stands before the piece
    float padBefore = 0.f, padAfter = 0.f;  ///< room for the edges of code's background
  };

  [[nodiscard]] std::vector<Piece> split(const RichText& text) const;
  void place(std::vector<Piece>& pieces, float width);
  void breakWord(Piece piece, float width, float& x);

  const Theme& theme_;
  ImFont* base_;
  float lineHeight_, space_;
  std::vector<Piece> pieces_;
  int lines_ = 1;
  float widest_ = 0.f;
};

}  // namespace ooze::ui
