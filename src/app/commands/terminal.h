// What the commands say on a terminal. Names and words come from files of anybody, so none may steer it.
#pragma once

#include <string>
#include <string_view>

namespace ooze {

/// Text as one line that a terminal shows as it is: control characters, those that turn the direction of
/// writing, and bytes that are no UTF-8 become \xNN; a line's end becomes a blank.
std::string shownOnTerminal(std::string_view text);

/// "ooze: TEXT" on standard error, and a line's end.
void tell(std::string_view text);
/// "ooze: note: TEXT"
void tellNote(std::string_view text);

}  // namespace ooze
