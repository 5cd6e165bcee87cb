#include "ui/widgets/theme.h"

#include <filesystem>

namespace ooze::ui {
namespace {

constexpr float kTextSize = 15.f, kSmallSize = 13.f, kIconSize = 14.f;  // font sizes [design pixels]
constexpr float kHeadingSize = 21.f, kCodeSize = 13.f;

// Glyph ranges: Latin, Greek (the papers' symbols), punctuation, super- and subscripts, arrows.
constexpr ImWchar kTextRanges[] = {0x20,   0x17f,  0x370,  0x3ff,  0x2010, 0x209f, 0x2190,
                                   0x2193, 0x2212, 0x2212, 0x2265, 0x2265, 0};
// Pages of the manual: Latin, Greek, punctuation.
constexpr ImWchar kPageRanges[] = {0x20, 0xff, 0x370, 0x3ff, 0x2010, 0x2030, 0x2212, 0x2212, 0};
// Glyphs for formulas that the text font lacks: partial derivative, nabla.
constexpr ImWchar kSymbolRanges[] = {0x2202, 0x2202, 0x2207, 0x2207, 0};
constexpr ImWchar kIconRanges[] = {0xf000, 0xf2e0, 0};

bool isThere(const char* file) {
  std::error_code ignored;
  return *file != '\0' && std::filesystem::exists(file, ignored);
}

/// Adds one of the fonts that only the manual uses; the font of text stands in where the file is missing.
ImFont* addPageFont(ImFontAtlas& atlas, const char* file, float size, float scale, ImFont* standIn) {
  if (!isThere(file)) return standIn;
  ImFontConfig config;
  config.OversampleH = scale < 1.5f ? 2 : 1;
  return atlas.AddFontFromFileTTF(file, size * scale, &config, kPageRanges);
}

ImFont* addFont(ImFontAtlas& atlas, float size, float scale, bool icons) {
  ImFontConfig config;
  config.OversampleH = scale < 1.5f ? 2 : 1;
  ImFont* font = isThere(OOZE_FONT_TEXT)
                     ? atlas.AddFontFromFileTTF(OOZE_FONT_TEXT, size * scale, &config, kTextRanges)
                     : nullptr;
  if (!font) {
    config.SizePixels = size * scale;
    font = atlas.AddFontDefault(&config);
  }
  if (isThere(OOZE_FONT_SYMBOLS)) {
    ImFontConfig merged;
    merged.MergeMode = true;
    atlas.AddFontFromFileTTF(OOZE_FONT_SYMBOLS, size * scale, &merged, kSymbolRanges);
  }
  if (icons) {
    ImFontConfig merged;
    merged.MergeMode = true;
    merged.GlyphMinAdvanceX = kIconSize * scale;
    merged.GlyphOffset.y = scale;
    atlas.AddFontFromFileTTF(OOZE_FONT_ICONS, kIconSize * scale, &merged, kIconRanges);
  }
  return font;
}

ImVec4 grey(float level, float alpha = 1.f) { return {level * 0.92f, level * 0.97f, level * 1.1f, alpha}; }

void setColours(ImGuiStyle& style, const Theme& theme) {
  const auto set = [&style](ImGuiCol index, const ImVec4& colour) { style.Colors[index] = colour; };
  const auto accent = [&theme](float alpha) {
    return ImVec4(theme.accent.x, theme.accent.y, theme.accent.z, alpha);
  };
  set(ImGuiCol_Text, {0.87f, 0.885f, 0.91f, 1.f});
  set(ImGuiCol_TextDisabled, theme.dim);
  set(ImGuiCol_WindowBg, grey(0.115f));
  set(ImGuiCol_ChildBg, grey(0.115f, 0.f));
  set(ImGuiCol_PopupBg, grey(0.095f, 0.98f));
  set(ImGuiCol_MenuBarBg, theme.bar);
  set(ImGuiCol_TitleBg, theme.bar);
  set(ImGuiCol_TitleBgActive, theme.bar);
  set(ImGuiCol_TableHeaderBg, grey(0.16f));
  set(ImGuiCol_TableBorderStrong, grey(0.25f, 0.6f));
  set(ImGuiCol_TableBorderLight, grey(0.2f, 0.6f));
  set(ImGuiCol_Border, grey(0.25f, 0.6f));
  set(ImGuiCol_FrameBg, grey(0.19f));
  set(ImGuiCol_FrameBgHovered, grey(0.24f));
  set(ImGuiCol_FrameBgActive, grey(0.27f));
  set(ImGuiCol_Button, grey(0.19f));
  set(ImGuiCol_ButtonHovered, grey(0.26f));
  set(ImGuiCol_ButtonActive, accent(0.55f));
  set(ImGuiCol_Header, accent(0.20f));
  set(ImGuiCol_HeaderHovered, grey(0.25f));
  set(ImGuiCol_HeaderActive, accent(0.35f));
  set(ImGuiCol_SliderGrab, accent(0.5f));
  set(ImGuiCol_SliderGrabActive, accent(0.8f));
  set(ImGuiCol_CheckMark, theme.accent);
  set(ImGuiCol_Separator, grey(0.22f));
  set(ImGuiCol_SeparatorHovered, accent(0.6f));
  set(ImGuiCol_SeparatorActive, theme.accent);
  set(ImGuiCol_ScrollbarBg, grey(0.10f, 0.f));
  set(ImGuiCol_ScrollbarGrab, grey(0.26f));
  set(ImGuiCol_ScrollbarGrabHovered, grey(0.33f));
  set(ImGuiCol_ScrollbarGrabActive, grey(0.4f));
  set(ImGuiCol_ResizeGrip, grey(0.26f, 0.5f));
  set(ImGuiCol_ResizeGripHovered, accent(0.6f));
  set(ImGuiCol_ResizeGripActive, theme.accent);
  set(ImGuiCol_TextSelectedBg, accent(0.35f));
  set(ImGuiCol_NavHighlight, accent(0.8f));
  set(ImGuiCol_ModalWindowDimBg, {0.02f, 0.022f, 0.026f, 0.62f});
}

}  // namespace

Theme applyTheme(float scale) {
  Theme theme;
  theme.scale = scale;
  theme.hasIcons = isThere(OOZE_FONT_ICONS);

  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  theme.text = addFont(atlas, kTextSize, scale, theme.hasIcons);
  theme.small = addFont(atlas, kSmallSize, scale, false);
  theme.bold = addPageFont(atlas, OOZE_FONT_BOLD, kTextSize, scale, theme.text);
  theme.heading = addPageFont(atlas, OOZE_FONT_BOLD, kHeadingSize, scale, theme.bold);
  theme.code = addPageFont(atlas, OOZE_FONT_CODE, kCodeSize, scale, theme.small);

  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowRounding = 0.f;
  style.FrameRounding = 4.f;
  style.GrabRounding = 3.f;
  style.PopupRounding = 5.f;
  style.ScrollbarRounding = 4.f;
  style.WindowBorderSize = 0.f;
  style.PopupBorderSize = 1.f;
  style.WindowPadding = {12.f, 10.f};
  style.FramePadding = {7.f, 3.f};
  style.ItemSpacing = {7.f, 5.f};
  style.ItemInnerSpacing = {6.f, 4.f};
  style.ScrollbarSize = 10.f;
  style.GrabMinSize = 7.f;
  style.IndentSpacing = 12.f;
  style.ScaleAllSizes(scale);
  setColours(style, theme);
  return theme;
}

}  // namespace ooze::ui
