// The two kinds of errors that reach a user, and their exit codes.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Invalid input or usage: a file, a key, a value or a switch. what() is one clear line; exit code 2.
class InputError : public std::runtime_error {
 public:
  /// Sets what() to the message. Each invisible character, such as a control character, a zero-width space or
  /// a change of the writing direction, becomes a question mark.
  explicit InputError(const std::string& message);
};

/// A failure at run time: a full disk, no OpenGL, a failed time step. what() is one clear line; exit code 1.
class RunError : public std::runtime_error {
 public:
  /// Sets what() as InputError() does.
  explicit RunError(const std::string& message);
};

/// Largest number of bytes of a file's text that a message quotes.
inline constexpr std::size_t kMaxQuotedBytes = 200;

/// Returns text from a file as a message shows the text: in quotation marks, without invisible characters,
/// and cut after kMaxQuotedBytes, with an ellipsis. Every message quotes a file's text by this function.
std::string quoteText(std::string_view text);

/// Returns the candidate with the smallest edit distance (Levenshtein 1966) to `word`, case-sensitive.
/// @return the first of equally near candidates; "" if even the nearest differs in more than two letters and
///         in more than a third of the letters of `word`
std::string nearestWord(std::string_view word, const std::vector<std::string>& candidates);

/// Returns the end of an error message about an unknown name: `; did you mean "candidate"?`.
/// @return "" if nearestWord() finds no candidate
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace ooze
