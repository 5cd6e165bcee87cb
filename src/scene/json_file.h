// JSON read strictly: every value knows its line, unknown and repeated keys are errors, and so is any value
// of the wrong type or out of range. Messages are "FILE:LINE: what is wrong; did you mean ...?".
#pragma once

#include "ooze/base/error.h"
#include "ooze/base/math.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ooze {

struct JsonValue {
  enum class Kind { Null, Boolean, Number, String, Array, Object };
  struct Member;

  Kind kind = Kind::Null;
  int line = 0;  ///< from 1; where the value begins
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<JsonValue> items;
  std::vector<Member> members;  ///< in the order of the file
};

struct JsonValue::Member {
  std::string key;
  int line;
  JsonValue value;
};

/// A parsed file; readers refer to it.
struct JsonFile {
  std::filesystem::path path;  ///< stands in messages
  JsonValue root;

  /// @throws InputError, always
  [[noreturn]] void fail(int line, std::string_view message) const;

  /// Carries out `f`, and gives an InputError that it throws its place in this file.
  template <class F>
  auto at(int line, F&& f) const {
    try {
      return f();
    } catch (const InputError& e) {
      fail(line, e.what());
    }
  }
};

/// @throws InputError if the text is not JSON (comments are not), repeats a key, is longer than 16 MiB or
/// nests
///         deeper than 64
JsonFile parseJson(const std::string& text, const std::filesystem::path& path);

/// A closed range of numbers.
struct NumberRange {
  double lower, upper;
};

/// Reads an object's members. Keys outside the list given are refused at once, so that a mistyped key is
/// reported as such and not as a missing one.
class JsonObject {
 public:
  /// @param what  names the object in messages: "a liquid"
  JsonObject(const JsonFile& file, const JsonValue& value, std::string_view what,
             std::vector<std::string_view> keys);

  [[nodiscard]] int line() const { return value_.line; }
  [[nodiscard]] const JsonFile& file() const { return file_; }
  [[noreturn]] void fail(std::string_view message) const { file_.fail(value_.line, message); }

  /// The member, or null.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;
  [[nodiscard]] const JsonValue& require(std::string_view key) const;
  /// The line of the member, or of the object if it has none.
  [[nodiscard]] int lineOf(std::string_view key) const;

  // Each returns the fallback if the key is absent; without a fallback the key is required.
  [[nodiscard]] double number(std::string_view key, NumberRange range,
                              std::optional<double> fallback = {}) const;
  [[nodiscard]] std::uint64_t count(std::string_view key, NumberRange range,
                                    std::optional<std::uint64_t> fallback = {}) const;
  [[nodiscard]] bool boolean(std::string_view key, bool fallback) const;
  [[nodiscard]] std::string text(std::string_view key, std::optional<std::string> fallback = {}) const;
  /// One of the words, as its index.
  [[nodiscard]] std::size_t word(std::string_view key, const std::vector<std::string_view>& words,
                                 std::optional<std::size_t> fallback = {}) const;
  [[nodiscard]] Vec3 vector(std::string_view key, NumberRange range, std::optional<Vec3> fallback = {}) const;
  /// A direction of any length but zero, made unit.
  [[nodiscard]] Vec3 direction(std::string_view key, std::optional<Vec3> fallback = {}) const;
  /// "#rrggbb" as 0xffBBGGRR.
  [[nodiscard]] std::uint32_t colour(std::string_view key, std::uint32_t fallback) const;
  /// The items of an array; empty if the key is absent.
  [[nodiscard]] const std::vector<JsonValue>& list(std::string_view key) const;

 private:
  const JsonFile& file_;
  const JsonValue& value_;
  std::string what_;
  std::vector<std::string_view> keys_;
};

// The same for a value that stands alone; `name` is what messages call it.
double readNumber(const JsonFile& file, const JsonValue& value, std::string_view name, NumberRange range);
std::string readText(const JsonFile& file, const JsonValue& value, std::string_view name);
Vec3 readVector(const JsonFile& file, const JsonValue& value, std::string_view name, NumberRange range);

/// "#rrggbb" as 0xffBBGGRR. @return nothing if it is none
std::optional<std::uint32_t> parseColour(std::string_view text);

/// "a number", "a string", ... for messages.
std::string_view nameOf(JsonValue::Kind kind);

}  // namespace ooze
