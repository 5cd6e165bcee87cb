// Theme of the interface: colours, fonts and icons. A single accent colour; all other colours are muted.
#pragma once

#include <imgui.h>

namespace ooze::ui {

/// Icons of Font Awesome 4. Without that font hasIcons is false, and words replace the icons.
namespace icon {
inline constexpr const char* kPlay = "\xef\x81\x8b";
inline constexpr const char* kPause = "\xef\x81\x8c";
inline constexpr const char* kStep = "\xef\x81\x91";
inline constexpr const char* kReset = "\xef\x80\x9e";
inline constexpr const char* kUndo = "\xef\x83\xa2";
inline constexpr const char* kCamera = "\xef\x81\x87";
inline constexpr const char* kDrop = "\xef\x81\x83";
inline constexpr const char* kHand = "\xef\x89\x96";
inline constexpr const char* kCubes = "\xef\x86\xb3";
inline constexpr const char* kShown = "\xef\x81\xae";
inline constexpr const char* kHidden = "\xef\x81\xb0";
inline constexpr const char* kHome = "\xef\x80\x95";
inline constexpr const char* kPrevious = "\xef\x81\x93";
inline constexpr const char* kNext = "\xef\x81\x94";
inline constexpr const char* kWarning = "\xef\x81\xb1";
inline constexpr const char* kClose = "\xef\x80\x8d";
inline constexpr const char* kTable = "\xef\x83\x8e";
inline constexpr const char* kTrace = "\xef\x82\xae";
inline constexpr const char* kQuestion = "\xef\x81\x99";
inline constexpr const char* kStepBack = "\xef\x81\x88";
inline constexpr const char* kFirst = "\xef\x81\x89";
inline constexpr const char* kLast = "\xef\x81\x90";
inline constexpr const char* kFilm = "\xef\x80\x88";
inline constexpr const char* kPush = "\xef\x82\xb2";
inline constexpr const char* kCut = "\xef\x83\x84";
inline constexpr const char* kFreeze = "\xef\x8b\x9c";
inline constexpr const char* kErase = "\xef\x84\xad";
inline constexpr const char* kCube = "\xef\x86\xb2";
inline constexpr const char* kPlace = "\xef\x81\x9b";
inline constexpr const char* kDirect = "\xef\x87\xbc";
inline constexpr const char* kFold = "\xef\x84\x87";
inline constexpr const char* kMenu = "\xef\x83\x89";
inline constexpr const char* kFolder = "\xef\x84\x94";
inline constexpr const char* kFile = "\xef\x80\x96";
inline constexpr const char* kUp = "\xef\x85\x88";
}  // namespace icon

struct Theme {
  ImFont* text = nullptr;
  ImFont* small = nullptr;
  ImFont* bold = nullptr;     ///< bold font, in the size of `text`
  ImFont* heading = nullptr;  ///< font of page titles in the manual
  ImFont* code = nullptr;     ///< font of code, with all characters of one width
  bool hasIcons = false;
  float scale = 1.f;  ///< pixels per design pixel

  ImVec4 accent{0.95f, 0.66f, 0.24f, 1.f};
  ImVec4 dim{0.61f, 0.64f, 0.69f, 1.f};
  ImVec4 error{0.96f, 0.44f, 0.38f, 1.f};
  ImVec4 bar{0.075f, 0.082f, 0.096f, 1.f};
};

/// Sets style and fonts of the current ImGui context. The backend must upload the font texture afterwards.
Theme applyTheme(float scale);

}  // namespace ooze::ui
