// Interface settings that persist between runs. The application reads and writes the settings file.
#pragma once

#include "ooze/scene/scene.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ooze::ui {

struct InterfaceState;

struct InterfaceSettings {
  /// The look of a scene. Applies to this scene only; another scene starts with its author's look.
  struct Look {
    std::string scene;
    std::string view, background;
    std::string colour;  ///< key of the colour quantity; "": the view's default
    LightSpec light;
    std::filesystem::path panorama;  ///< environment map file in place of the background; "": none
    float spray = 1.f;
    bool operator==(const Look&) const = default;
  };

  /// Sizes of the side panels and the bottom strip [design pixels].
  float leftWidth = 232.f, rightWidth = 336.f, bottomHeight = 148.f;
  bool panelsVisible = true, bottomVisible = true;
  std::string bottomTab = "Timeline";
  float scale = 1.f;                    ///< scale of the interface, on top of the display's own scale
  std::string keyMap = "ooze";          ///< "ooze", "blender" or "maya"
  std::string quality = "automatic";    ///< "automatic", "best", "good" or "simple"
  std::string recordingFormat = "mp4";  ///< "mp4" or "png"
  std::string filmSize = "view";        ///< "view", "1280x720" or "1920x1080"
  Look look;
  bool tourSeen = false;
  std::string manualPage = "index.md";  ///< page that the manual shows when it is opened
  std::map<std::string, std::filesystem::path>
      lastFolders;  ///< last folder of the file dialog, by kind of file
  std::vector<std::filesystem::path> recentFiles;
  float windowWidth = 1280.f,
        windowHeight = 800.f;  ///< size while neither maximised nor full screen [design pixels]
  bool maximised = false;

  bool operator==(const InterfaceSettings&) const = default;
};

/// Clamps every number into its range, and replaces unknown words by their defaults.
void sanitizeSettings(InterfaceSettings& settings);

/// Copies the settings into the interface state, except the look and the window size.
void apply(const InterfaceSettings& settings, InterfaceState& state);
/// Copies a look into the interface state.
void applyLook(const InterfaceSettings::Look& look, InterfaceState& state);

/// Copies the interface state into the settings.
/// @param settings  keeps values that the state lacks, such as the window size
/// @param scene     name of the scene shown; "": the stored look stays
void collect(const InterfaceState& state, const std::string& scene, InterfaceSettings& settings);

/// Moves the file to the front of the list of recent files, and drops the oldest beyond twelve.
void addRecentFile(std::vector<std::filesystem::path>& recent, const std::filesystem::path& file);

}  // namespace ooze::ui
