#include "scene/part.h"

#include <algorithm>

namespace ooze::parts {
namespace {

bool allows(const Condition& condition, std::string_view word) {
  return condition.words.empty() || std::ranges::find(condition.words, word) != condition.words.end();
}

/// Returns the schema that an object without the right to a restricted member satisfies, negated by "not".
Json schemaOf(const Condition& condition) {
  Json json{{"required", {condition.key}}};
  if (!condition.words.empty()) json["properties"][std::string(condition.key)] = {{"enum", condition.words}};
  return json;
}

/// Puts the unit behind the description: "Speed of a walk [m/s]."
std::string withUnit(std::string_view text, std::string_view unit) {
  if (unit.empty()) return std::string(text);
  const std::size_t period = text.find('.');
  if (text.empty() || period != text.size() - 1)
    return fmt::format("{}{}[{}]", text, text.empty() ? "" : " ", unit);
  return fmt::format("{} [{}].", text.substr(0, period), unit);
}

}  // namespace

bool holds(const Condition& condition, const JsonObject& object) {
  const JsonValue* value = object.find(condition.key);
  return value && allows(condition, value->text);
}

bool holds(const Condition& condition, const Json& object) {
  const auto value = object.find(condition.key);
  return value != object.end() && allows(condition, value->is_string() ? value->get<std::string>() : "");
}

void refuseMember(const JsonObject& object, std::string_view key, const Condition& condition) {
  object.file().fail(object.lineOf(key), fmt::format("only {} has the key \"{}\"", condition.owner, key));
}

void addToSchema(Json& part, const RowSchema& row) {
  const std::string key(row.key);
  const std::string description = withUnit(row.text, row.unit);
  Json& json = part["properties"][key];
  if (!description.empty()) json["description"] = description;
  json.update(row.value);
  if (row.isRequired && !row.condition) part["required"].push_back(key);
  if (!row.isRequired && row.defaultValue && !row.defaultValue->is_object() && !row.defaultValue->empty() &&
      *row.defaultValue != "")
    json["default"] = *row.defaultValue;
  if (!row.replacedBy.empty())
    part["dependentSchemas"][std::string(row.replacedBy)]["properties"][key] = false;
  if (!row.condition) return;
  const Json allowed = schemaOf(*row.condition);
  for (Json& rule : part["allOf"])
    if (rule["if"] == allowed) {
      rule["else"]["properties"][key] = false;
      return;
    }
  part["allOf"].push_back({{"if", allowed}, {"else", {{"properties", {{key, false}}}}}});
}

void UniqueNames::add(const JsonValue& entry, const std::string& name) {
  if (names_->add(name)) return;
  const auto own = std::ranges::find(entry.members, "name", &JsonValue::Member::key);
  file_.fail(own == entry.members.end() ? entry.line : own->value.line,
             fmt::format("the name \"{}\" is taken already", name));
}

}  // namespace ooze::parts
