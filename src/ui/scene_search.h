// Finding a scene by what people know of it: its title before what is told of it.
#pragma once

#include "ui/library.h"

#include <string_view>
#include <vector>

namespace ooze::ui {

/// How well a scene goes with what was typed, the best first.
enum class SceneMatch { TitleBegins, WordBegins, TitleHas, Told, None };
SceneMatch matchOf(const Listing& listing, std::string_view query);

/// Those that have the query somewhere, the best first and else in their order; all of them if it is blank.
/// @param own  of the user's, or of those that ship
std::vector<const Listing*> findScenes(const std::vector<Listing>& scenes, bool own, std::string_view query);

}  // namespace ooze::ui
