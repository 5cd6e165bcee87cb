// What a message quotes of a file may hold line breaks and worse; a message is one line all the same.
#pragma once

#include <string>

namespace ooze {

/// The text with a question mark for each control character.
inline std::string onOneLine(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return text;
}

}  // namespace ooze
