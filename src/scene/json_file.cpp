#include "scene/json_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace ooze {
namespace {

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

void refuseType(const JsonFile& file, const JsonValue& value, std::string_view name,
                std::string_view wanted) {
  file.fail(value.line, fmt::format("\"{}\" must be {}, not {}", name, wanted, nameOf(value.kind)));
}

double readNumber(const JsonFile& file, const JsonValue& value, std::string_view name, NumberRange range) {
  if (value.kind != JsonValue::JsonKind::Number) refuseType(file, value, name, "a number");
  if (value.number < range.lower || value.number > range.upper)
    file.fail(value.line, fmt::format("\"{}\" = {:g} is out of range [{:g}, {:g}]", name, value.number,
                                      range.lower, range.upper));
  return value.number;
}

std::string readText(const JsonFile& file, const JsonValue& value, std::string_view name) {
  if (value.kind != JsonValue::JsonKind::String) refuseType(file, value, name, "a string");
  return value.text;
}

Vec3 readVector(const JsonFile& file, const JsonValue& value, std::string_view name, NumberRange range) {
  if (value.kind != JsonValue::JsonKind::Array) refuseType(file, value, name, "a list of 3 numbers");
  if (value.items.size() != 3)
    file.fail(value.line, fmt::format("\"{}\" must have 3 numbers, not {}", name, value.items.size()));
  Vec3 v;
  for (int i = 0; i < 3; ++i)
    v[i] = static_cast<float>(readNumber(file, value.items[static_cast<std::size_t>(i)], name, range));
  return v;
}

const std::vector<JsonValue>& itemsOf(const JsonFile& file, const JsonValue& value, std::string_view name) {
  if (value.kind != JsonValue::JsonKind::Array) refuseType(file, value, name, "a list");
  return value.items;
}

JsonObject::JsonObject(const JsonFile& file, const JsonValue& value, std::string_view what,
                       std::vector<std::string_view> keys)
    : file_(file), value_(value), what_(what), keys_(std::move(keys)) {
  if (value.kind != JsonValue::JsonKind::Object)
    file.fail(value.line, fmt::format("{} must be an object, not {}", what, nameOf(value.kind)));
  for (const auto& member : value.members)
    if (std::find(keys_.begin(), keys_.end(), member.key) == keys_.end())
      file.fail(member.line, fmt::format("unknown key {} in {}{}", quoteText(member.key), what,
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

}  // namespace ooze
