// What the interface remembers from one run to the next. Where and how it is written is the program's
// business.
#pragma once

#include "ooze/scene/scene.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ooze::ui {

struct InterfaceState;

struct Settings {
  /// How a scene was looked at; another scene is shown as its author wants it.
  struct Look {
    std::string scene;
    std::string view, background;
    std::string colour;  ///< a quantity's key; "": what the view shows by itself
    LightSpec light;
    std::filesystem::path panorama;  ///< "": none
    float spray = 1.f;
    bool operator==(const Look&) const = default;
  };

  float leftWidth = 232.f, rightWidth = 336.f, bottomHeight = 148.f;  ///< [design pixels]
  bool panelsVisible = true, bottomVisible = true;
  std::string bottomTab = "Timeline";
  float scale = 1.f;                    ///< of the interface, beside the display's own
  std::string quality = "automatic";    ///< or best, good, simple
  std::string recordingFormat = "mp4";  ///< or "png"
  std::string filmSize = "view";        ///< or 1280x720, 1920x1080
  Look look;
  bool tourSeen = false;
  std::string manualPage = "index.md";                       ///< page that the manual shows when it is opened
  std::map<std::string, std::filesystem::path> lastFolders;  ///< of the file dialog, by the kind of file
  std::vector<std::filesystem::path> recentFiles;
  float windowWidth = 1280.f,
        windowHeight = 800.f;  ///< when neither maximised nor full screen [design pixels]
  bool maximised = false;

  bool operator==(const Settings&) const = default;
};

/// Puts every number into its range, and what is not known at its usual value.
void makeUsable(Settings& settings);

/// Takes over all but the look and the window's size.
void apply(const Settings& settings, InterfaceState& state);
/// Takes the look over.
void applyLook(const Settings::Look& look, InterfaceState& state);

/// @param settings  keeps what the state does not know: the window's size
/// @param scene     name of the scene that is shown, or "": the look stays that of an earlier one
void collect(const InterfaceState& state, const std::string& scene, Settings& settings);

/// Puts the file first, once, and forgets the oldest of more than twelve.
void noteRecent(std::vector<std::filesystem::path>& recent, const std::filesystem::path& file);

}  // namespace ooze::ui
