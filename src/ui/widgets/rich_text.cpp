#include "ui/widgets/rich_text.h"

#include "manual/manual.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

namespace ooze::ui {
namespace {

constexpr float kLeading = 1.36f;  // height of a line over the size of its font
constexpr float kCodePad = 2.5f;   // padding of the background of code [design pixels]

float widthOf(const ImFont* font, const char* begin, const char* end) {
  return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0.f, begin, end).x;
}

/// Fills the places of the words behind a piece of text.
void drawHighlights(ImDrawList& list, const ImFont* font, const ImVec2& at, const char* begin,
                    const char* end, float height, std::span<const std::string> words, ImU32 colour) {
  if (words.empty()) return;
  const std::string lower = lowerCase({begin, static_cast<std::size_t>(end - begin)});
  for (const std::string& word : words)
    for (std::size_t i = lower.find(word); i != std::string::npos; i = lower.find(word, i + word.size())) {
      const float left = widthOf(font, begin, begin + i);
      const float right = widthOf(font, begin, begin + i + word.size());
      list.AddRectFilled({at.x + left, at.y}, {at.x + right, at.y + height}, colour, 2.f);
    }
}

}  // namespace

ImFont* fontOf(const Theme& theme, const TextRun& run, ImFont* base) {
  if (run.code) return theme.code;
  return run.bold && base == theme.text ? theme.bold : base;
}

TextExtent measure(const Theme& theme, const RichText& text, ImFont* base) {
  TextExtent extent;
  extent.line = WrappedText(theme, text, base, FLT_MAX).width();
  extent.longestWord = WrappedText(theme, text, base, 0.f).width();
  extent.longestPart = extent.longestWord;
  if (std::none_of(text.begin(), text.end(), [](const TextRun& run) { return run.code; })) return extent;
  RichText parts = text;
  for (TextRun& run : parts) {
    if (!run.code) continue;
    std::string apart;
    for (const char c : run.text) {
      apart += c;
      if (c == '_') apart += ' ';
    }
    run.text = std::move(apart);
  }
  extent.longestPart = WrappedText(theme, parts, base, 0.f).width();
  return extent;
}

WrappedText::WrappedText(const Theme& theme, const RichText& text, ImFont* base, float width)
    : theme_(theme),
      base_(base),
      lineHeight_(std::round(kLeading * base->FontSize)),
      space_(widthOf(base, " ", nullptr)) {
  std::vector<Piece> pieces = split(text);
  place(pieces, width);
}

std::vector<WrappedText::Piece> WrappedText::split(const RichText& text) const {
  std::vector<Piece> pieces;
  bool afterSpace = false;
  for (const TextRun& run : text) {
    ImFont* font = fontOf(theme_, run, base_);
    const char* at = run.text.data();
    const char* const end = at + run.text.size();
    const std::size_t first = pieces.size();
    while (at < end) {
      if (*at == ' ' || *at == '\n') {
        afterSpace = true;
        ++at;
        continue;
      }
      const char* const stop = std::find_if(at, end, [](char c) { return c == ' ' || c == '\n'; });
      Piece piece{&run, at, stop, font};
      piece.width = widthOf(font, at, stop);
      piece.afterSpace = afterSpace;
      pieces.push_back(piece);
      afterSpace = false;
      at = stop;
    }
    if (!run.code || pieces.size() == first) continue;
    pieces[first].padBefore = pieces.back().padAfter = kCodePad * theme_.scale;
  }
  return pieces;
}

// Pieces without a space between them, such as a bold word and its comma, stay on one line.
void WrappedText::place(std::vector<Piece>& pieces, float width) {
  float x = 0.f;
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t end = i + 1;
    const auto widthWithPads = [](const Piece& p) { return p.padBefore + p.width + p.padAfter; };
    float word = widthWithPads(pieces[i]);
    for (; end < pieces.size() && !pieces[end].afterSpace; ++end) word += widthWithPads(pieces[end]);
    const float gap = x > 0.f && pieces[i].afterSpace ? space_ : 0.f;
    if (x > 0.f && x + gap + word > width) {
      x = 0.f;
      ++lines_;
    } else {
      x += gap;
    }
    for (; i < end; ++i) {
      Piece& piece = pieces[i];
      if (width > 0.f && word > width) {
        breakWord(piece, width, x);
        continue;
      }
      piece.x = x + piece.padBefore;
      piece.line = lines_ - 1;
      x += widthWithPads(piece);
      pieces_.push_back(piece);
    }
    widest_ = std::max(widest_, x);
  }
}

/// Spreads a piece of a word that is wider than a line over several lines.
void WrappedText::breakWord(Piece piece, float width, float& x) {
  const char* const end = piece.end;
  while (piece.begin < end) {
    const char* stop = nullptr;
    piece.width = piece.font
                      ->CalcTextSizeA(piece.font->FontSize, std::max(width - x - piece.padBefore, 0.f), 0.f,
                                      piece.begin, end, &stop)
                      .x;
    // Code breaks after an underscore, if the line holds one.
    if (piece.run->code && stop > piece.begin && stop < end) {
      const char* under = stop;
      while (under > piece.begin && under[-1] != '_') --under;
      if (under > piece.begin) stop = under, piece.width = widthOf(piece.font, piece.begin, stop);
    }
    if (stop <= piece.begin) {
      if (x > 0.f) {
        x = 0.f;
        ++lines_;
        continue;
      }
      stop = piece.begin + 1;  // a line holds one character at least
      while (stop < end && (static_cast<unsigned char>(*stop) & 0xc0) == 0x80) ++stop;
      piece.width = widthOf(piece.font, piece.begin, stop);
    }
    piece.end = stop;
    piece.x = x + piece.padBefore;
    piece.line = lines_ - 1;
    pieces_.push_back(piece);
    x += piece.padBefore + piece.width + (stop == end ? piece.padAfter : 0.f);
    widest_ = std::max(widest_, x);
    piece.begin = stop;
    if (stop == end) return;
    x = 0.f;
    ++lines_;
  }
}

const std::string* WrappedText::draw(const ImVec2& at, ImU32 colour, std::span<const std::string> highlights,
                                     const std::string** pointed) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 accent = ImGui::GetColorU32(theme_.accent);
  const ImU32 highlight = ImGui::GetColorU32({theme_.accent.x, theme_.accent.y, theme_.accent.z, 0.32f});
  const ImU32 codeBack = ImGui::GetColorU32(ImGuiCol_FrameBg);
  const float pad = kCodePad * theme_.scale, top = 0.5f * (lineHeight_ - base_->FontSize);
  const std::string* clicked = nullptr;
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  const Piece* before = nullptr;
  for (const Piece& piece : pieces_) {
    const ImVec2 corner{at.x + piece.x, at.y + static_cast<float>(piece.line) * lineHeight_};
    const float height = base_->FontSize;
    const ImVec2 text{corner.x, corner.y + top + base_->Ascent - piece.font->Ascent};
    const bool goesOn = before && before->run == piece.run && before->line == piece.line;
    const float left = goesOn ? at.x + before->x + before->width : corner.x;
    if (piece.run->code)
      list.AddRectFilled({left - (goesOn ? 0.f : pad), corner.y + top - 1.f},
                         {corner.x + piece.width + pad, corner.y + top + height + 2.f}, codeBack,
                         goesOn ? 0.f : 3.f * theme_.scale);
    drawHighlights(list, piece.font, {corner.x, corner.y + top}, piece.begin, piece.end, height, highlights,
                   highlight);
    const bool isLink = !piece.run->link.empty();
    bool hovered = false;
    if (isLink && piece.width > 0.f) {
      ImGui::SetCursorScreenPos({left, corner.y});
      ImGui::PushID(piece.begin);
      if (ImGui::InvisibleButton("link", {corner.x + piece.width - left, lineHeight_}))
        clicked = &piece.run->link;
      hovered = ImGui::IsItemHovered();
      ImGui::PopID();
    }
    if (hovered) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      if (pointed) *pointed = &piece.run->link;
    }
    if (isLink) {
      const float line = corner.y + top + height + 1.f;
      list.AddLine(
          {left, line}, {corner.x + piece.width, line},
          ImGui::GetColorU32({theme_.accent.x, theme_.accent.y, theme_.accent.z, hovered ? 1.f : 0.35f}),
          std::max(1.f, theme_.scale));
    }
    list.AddText(piece.font, piece.font->FontSize, text, isLink ? accent : colour, piece.begin, piece.end);
    before = &piece;
  }
  ImGui::SetCursorScreenPos(cursor);
  return clicked;
}

}  // namespace ooze::ui
