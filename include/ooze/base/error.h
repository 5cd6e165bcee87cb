// The two kinds of errors that reach a user, and their exit codes.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Invalid input or usage: a file, a key, a value or a switch. what() is one clear line; exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A failure at run time: a full disk, no OpenGL, a failed time step. what() is one clear line; exit code 1.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns the candidate with the smallest edit distance (Levenshtein 1966) to `word`, case-sensitive.
/// @return the first of equally near candidates; "" if even the nearest differs in more than two letters and
///         in more than a third of the letters of `word`
std::string nearestWord(std::string_view word, const std::vector<std::string>& candidates);

/// Returns the end of an error message about an unknown name: `; did you mean "candidate"?`.
/// @return "" if nearestWord() finds no candidate
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace ooze
