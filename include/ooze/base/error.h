// The two kinds of failure that reach a user, and their exit codes.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Bad input or usage: a file, a key, a value, a switch. what() is one clear line; exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Something failed while running (a full disk, no OpenGL, a step that went wrong). One clear line; exit
/// code 1.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The candidate nearest to `word` by edit distance, or "" if none is near enough to be a likely typing
/// mistake.
std::string nearestWord(std::string_view word, const std::vector<std::string>& candidates);

/// `; did you mean "candidate"?` or "" — the tail of an error message about an unknown name.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace ooze
