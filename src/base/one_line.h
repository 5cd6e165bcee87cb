// Keeps error messages on one line, although text quoted from a file may hold line breaks and control
// characters.
#pragma once

#include <string>

namespace ooze {

/// Replaces each control character by a question mark.
inline std::string replaceControlCharacters(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return text;
}

}  // namespace ooze
