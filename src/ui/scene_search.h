// Scenes of the catalogue: found by what people know of them, by name, and one after another.
#pragma once

#include "ui/library.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {

/// How well a scene goes with what was typed, the best first.
enum class SceneMatch { TitleBegins, WordBegins, TitleHas, Told, None };
SceneMatch matchOf(const Listing& listing, std::string_view query);

/// Those that have the query somewhere, the best first and else in their order; all of them if it is blank.
/// @param own  of the user's, or of those that ship
std::vector<const Listing*> findScenes(const std::vector<Listing>& scenes, bool own, std::string_view query);

/// The title of a scene of the catalogue, or the file's name.
/// @param nameOrPath  as the session is asked to load it
std::string sceneTitle(const Catalog& catalog, const std::string& nameOrPath);

/// The scene that comes before (-1) or after (1) the present one, round and round; those that do not load are
/// left out. Null if there is none.
/// @param shown    name of the scene that is shown
/// @param loading  what is being loaded now, as SessionStatus has it, or "": whoever presses again means the
///                 scene after that
const Listing* neighbourScene(const Catalog& catalog, const std::string& shown, const std::string& loading,
                              int direction);

}  // namespace ooze::ui
