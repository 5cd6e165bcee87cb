// File names made from text of untrusted files, such as names of scenes and bands.
#pragma once

#include <string>
#include <string_view>

namespace ooze {

/// Makes the name of a file, or the beginning of such a name, from any text. The result is never a path: no
/// separator, leading dot, invisible character, or character that Windows forbids stays in the name, nor the
/// % of a frame pattern. The function turns device names of Windows ("con") into ordinary names, and cuts
/// long names. A plain name stays as it is.
/// @return 1 to 120 bytes
[[nodiscard]] std::string fileNameOf(std::string_view text);

}  // namespace ooze
