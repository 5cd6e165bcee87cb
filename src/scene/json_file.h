// Strict JSON reading: every value knows its line number.
// Unknown keys, repeated keys, wrong types and out-of-range values are errors with the message "FILE:LINE:
// what is wrong; did you mean ...?".
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
  enum class JsonKind { Null, Boolean, Number, String, Array, Object };
  struct Member;

  JsonKind kind = JsonKind::Null;
  int line = 0;  ///< line on which the value begins, counted from 1
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<JsonValue> items;
  std::vector<Member> members;  ///< members of an object, in the order of the file
};

struct JsonValue::Member {
  std::string key;
  int line;
  JsonValue value;
};

/// A parsed JSON file. Readers keep references to the file, which must outlive them.
struct JsonFile {
  std::filesystem::path path;  ///< path of the file, for messages
  JsonValue root;

  /// Reports an error in this file.
  /// @throws InputError with file, line and message, always
  [[noreturn]] void fail(int line, std::string_view message) const;

  /// Runs `f`. An InputError thrown by `f` is rethrown with this file and line in its message.
  template <class F>
  auto at(int line, F&& f) const {
    try {
      return f();
    } catch (const InputError& e) {
      fail(line, e.what());
    }
  }
};

/// Parses a JSON text into a tree of values.
/// @throws InputError if the text is not JSON (comments are not allowed), repeats a key, is longer than 16
/// MiB or nests deeper than 64 levels
JsonFile parseJson(const std::string& text, const std::filesystem::path& path);

/// A closed range of numbers.
struct NumberRange {
  double lower, upper;
};

/// Reads the members of a JSON object. The constructor refuses keys outside the given list, so that a
/// mistyped key is reported as unknown and not as missing.
class JsonObject {
 public:
  /// @param what  names the object in messages: "a liquid"
  JsonObject(const JsonFile& file, const JsonValue& value, std::string_view what,
             std::vector<std::string_view> keys);

  [[nodiscard]] int line() const { return value_.line; }
  [[nodiscard]] const JsonFile& file() const { return file_; }
  [[noreturn]] void fail(std::string_view message) const { file_.fail(value_.line, message); }

  /// Returns the member's value, or null if the object has no such member.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;
  [[nodiscard]] const JsonValue& require(std::string_view key) const;
  /// Returns the line of the member, or the line of the object if the member is absent.
  [[nodiscard]] int lineOf(std::string_view key) const;

 private:
  const JsonFile& file_;
  const JsonValue& value_;
  std::string what_;
  std::vector<std::string_view> keys_;
};

// Readers of a single value that is not an object's member; `name` names the value in messages.
[[noreturn]] void refuseType(const JsonFile& file, const JsonValue& value, std::string_view name,
                             std::string_view wanted);
double readNumber(const JsonFile& file, const JsonValue& value, std::string_view name, NumberRange range);
std::string readText(const JsonFile& file, const JsonValue& value, std::string_view name);
Vec3 readVector(const JsonFile& file, const JsonValue& value, std::string_view name, NumberRange range);
const std::vector<JsonValue>& itemsOf(const JsonFile& file, const JsonValue& value, std::string_view name);

/// Parses a colour "#rrggbb" to 0xffBBGGRR.
/// @return nothing if the text is no colour
std::optional<std::uint32_t> parseColour(std::string_view text);

/// Returns the name of a JSON type for messages: "a number", "a string", ...
std::string_view nameOf(JsonValue::JsonKind kind);

}  // namespace ooze
