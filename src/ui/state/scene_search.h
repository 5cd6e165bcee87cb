// Search of the scene catalogue by text and by name, and stepping to the neighbouring scene.
#pragma once

#include "ui/state/library.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {

/// The quality of the match between a scene and the typed query, best first. `Told`: only the scene's
/// description or the paper's figure matches.
enum class SceneMatch { TitleBegins, WordBegins, TitleHas, Told, None };
SceneMatch matchOf(const Listing& listing, std::string_view query);

/// Returns the scenes that contain the query, best match first and otherwise in their order; all scenes for a
/// blank query.
/// @param own     searches the user's scenes, else the shipped scenes
/// @param method  key of the method of the scenes; "": any
std::vector<const Listing*> findScenes(const std::vector<Listing>& scenes, bool own, std::string_view query,
                                       std::string_view method = "");

/// Returns the title of a scene in the catalogue, or the file name of an unknown scene.
/// @param nameOrPath  as passed to the session's load
std::string sceneTitle(const Catalog& catalog, const std::string& nameOrPath);

/// Returns the scene before (-1) or after (1) the current scene, with wrap-around. Skips scenes that do not
/// load. Null if no scene loads.
/// @param shown    name of the scene shown
/// @param loading  name of the scene being loaded (SessionStatus), or "". Repeated presses continue from this
/// scene.
const Listing* neighbourScene(const Catalog& catalog, const std::string& shown, const std::string& loading,
                              int direction);

}  // namespace ooze::ui
