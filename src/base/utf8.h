// UTF-8 characters of untrusted text, and those characters that nobody can see.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ooze {

/// The UTF-8 character at the start of a text.
struct Utf8Character {
  std::size_t bytes = 1;  ///< length of the character; 1 if the bytes are no UTF-8
  char32_t code = 0;      ///< code point; 0 if the bytes are no UTF-8
  bool sound = false;     ///< true if the bytes are one well-formed character
};

/// Decodes the first character. @param text  not empty
[[nodiscard]] Utf8Character firstCharacter(std::string_view text);

/// Returns true for characters without a picture that change how text around them is shown: control
/// characters, line separators, zero-width characters, and characters that set the writing direction.
[[nodiscard]] bool isInvisible(char32_t code);

/// Replaces each invisible character by a question mark. Bytes that are no UTF-8 stay.
[[nodiscard]] std::string replaceInvisible(std::string_view text);

/// Returns the longest start of the text that has at most `bytes` bytes and cuts no character in two.
[[nodiscard]] std::string_view shortened(std::string_view text, std::size_t bytes);

}  // namespace ooze
