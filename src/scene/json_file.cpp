#include "scene/json_file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace ooze {
namespace {

constexpr double kLargestExactInteger = 9007199254740992.0;  // 2^53: the largest integer range that a double
                                                             // holds exactly

[[noreturn]] void wrongType(const JsonFile& file, const JsonValue& value, std::string_view name,
                            std::string_view wanted) {
  file.fail(value.line, fmt::format("\"{}\" must be {}, not {}", name, wanted, nameOf(value.kind)));
}

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string_view nameOf(JsonValue::JsonKind kind) {
  switch (kind) {
    case JsonValue::JsonKind::Null:
      return "null";
    case JsonValue::JsonKind::Boolean:
      return "true or false";
    case JsonValue::JsonKind::Number:
      return "a number";
    case JsonValue::JsonKind::String:
      return "a string";
    case JsonValue::JsonKind::Array:
      return "a list";
    case JsonValue::JsonKind::Object:
      return "an object";
  }
  return "";
}

double readNumber(const JsonFile& file, const JsonValue& value, std::string_view name, NumberRange range) {
  if (value.kind != JsonValue::JsonKind::Number) wrongType(file, value, name, "a number");
  if (value.number < range.lower || value.number > range.upper)
    file.fail(value.line, fmt::format("\"{}\" = {:g} is out of range [{:g}, {:g}]", name, value.number,
                                      range.lower, range.upper));
  return value.number;
}

std::string readText(const JsonFile& file, const JsonValue& value, std::string_view name) {
  if (value.kind != JsonValue::JsonKind::String) wrongType(file, value, name, "a string");
  return value.text;
}

Vec3 readVector(const JsonFile& file, const JsonValue& value, std::string_view name, NumberRange range) {
  if (value.kind != JsonValue::JsonKind::Array) wrongType(file, value, name, "a list of 3 numbers");
  if (value.items.size() != 3)
    file.fail(value.line, fmt::format("\"{}\" must have 3 numbers, not {}", name, value.items.size()));
  Vec3 v;
  for (int i = 0; i < 3; ++i)
    v[i] = static_cast<float>(readNumber(file, value.items[static_cast<std::size_t>(i)], name, range));
  return v;
}

JsonObject::JsonObject(const JsonFile& file, const JsonValue& value, std::string_view what,
                       std::vector<std::string_view> keys)
    : file_(file), value_(value), what_(what), keys_(std::move(keys)) {
  if (value.kind != JsonValue::JsonKind::Object)
    file.fail(value.line, fmt::format("{} must be an object, not {}", what, nameOf(value.kind)));
  for (const auto& member : value.members)
    if (std::find(keys_.begin(), keys_.end(), member.key) == keys_.end())
      file.fail(member.line, fmt::format("unknown key \"{}\" in {}{}", member.key, what,
                                         suggestion(member.key, {keys_.begin(), keys_.end()})));
}

const JsonValue* JsonObject::find(std::string_view key) const {
  if (std::find(keys_.begin(), keys_.end(), key) == keys_.end())
    throw std::logic_error(fmt::format("{} reads the key \"{}\" that it does not list", what_, key));
  for (const auto& member : value_.members)
    if (member.key == key) return &member.value;
  return nullptr;
}

const JsonValue& JsonObject::require(std::string_view key) const {
  const JsonValue* value = find(key);
  if (!value) fail(fmt::format("{} needs the key \"{}\"", what_, key));
  return *value;
}

int JsonObject::lineOf(std::string_view key) const {
  const JsonValue* value = find(key);
  return value ? value->line : value_.line;
}

double JsonObject::number(std::string_view key, NumberRange range, std::optional<double> fallback) const {
  if (fallback && !find(key)) return *fallback;
  return readNumber(file_, require(key), key, range);
}

std::uint64_t JsonObject::count(std::string_view key, NumberRange range,
                                std::optional<std::uint64_t> fallback) const {
  if (fallback && !find(key)) return *fallback;
  range.upper = std::min(range.upper, kLargestExactInteger);
  const double v = readNumber(file_, require(key), key, range);
  if (v != std::floor(v))
    file_.fail(lineOf(key), fmt::format("\"{}\" = {:g} must be a whole number", key, v));
  return static_cast<std::uint64_t>(v);
}

bool JsonObject::boolean(std::string_view key, bool fallback) const {
  const JsonValue* value = find(key);
  if (!value) return fallback;
  if (value->kind != JsonValue::JsonKind::Boolean) wrongType(file_, *value, key, "true or false");
  return value->boolean;
}

std::string JsonObject::text(std::string_view key, std::optional<std::string> fallback) const {
  if (fallback && !find(key)) return *fallback;
  return readText(file_, require(key), key);
}

std::size_t JsonObject::word(std::string_view key, const std::vector<std::string_view>& words,
                             std::optional<std::size_t> fallback) const {
  if (fallback && !find(key)) return *fallback;
  const std::string text = readText(file_, require(key), key);
  const auto found = std::find(words.begin(), words.end(), text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  file_.fail(lineOf(key), fmt::format("\"{}\" must be one of {}, not \"{}\"{}", key, fmt::join(words, ", "),
                                      text, suggestion(text, {words.begin(), words.end()})));
}

Vec3 JsonObject::vector(std::string_view key, NumberRange range, std::optional<Vec3> fallback) const {
  if (fallback && !find(key)) return *fallback;
  return readVector(file_, require(key), key, range);
}

Vec3 JsonObject::direction(std::string_view key, std::optional<Vec3> fallback) const {
  if (fallback && !find(key)) return *fallback;
  const Vec3 v = readVector(file_, require(key), key, {-1e6, 1e6});
  const float length = glm::length(v);
  if (length < 1e-6f) file_.fail(lineOf(key), fmt::format("\"{}\" must not be zero", key));
  return v / length;
}

std::optional<std::uint32_t> parseColour(std::string_view text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  std::uint32_t colour = 0xff000000;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const int high = hexDigit(text[1 + 2 * channel]), low = hexDigit(text[2 + 2 * channel]);
    if (high < 0 || low < 0) return std::nullopt;
    colour |= static_cast<std::uint32_t>(high * 16 + low) << (8 * channel);
  }
  return colour;
}

std::uint32_t JsonObject::colour(std::string_view key, std::uint32_t fallback) const {
  const JsonValue* value = find(key);
  if (!value) return fallback;
  const std::optional<std::uint32_t> colour = parseColour(readText(file_, *value, key));
  if (!colour) file_.fail(value->line, fmt::format("\"{}\" must be a colour such as \"#d0a040\"", key));
  return *colour;
}

const std::vector<JsonValue>& JsonObject::list(std::string_view key) const {
  static const std::vector<JsonValue> none;
  const JsonValue* value = find(key);
  if (!value) return none;
  if (value->kind != JsonValue::JsonKind::Array) wrongType(file_, *value, key, "a list");
  return value->items;
}

}  // namespace ooze
