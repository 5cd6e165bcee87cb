// A line of text to type.
#pragma once

#include <string>

namespace ooze::ui {

/// @param most     bytes that it may have
/// @param byEnter  @return true only when Enter was pressed, else whenever it has changed
/// @param hint     shown while it is empty
bool textField(const char* label, std::string& text, std::size_t most, bool byEnter, const char* hint = "");

}  // namespace ooze::ui
