#include "scene/schema.h"

#include "scene/parts/parts.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <regex>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the JSON schema's entries for a table of parameters.
Json describeParameters(const std::vector<ParameterInfo>& rows) {
  auto properties = Json::object();
  for (const ParameterInfo& row : rows) {
    std::string description(row.tooltip);
    if (!row.symbol.empty()) description += fmt::format(" ({})", row.symbol);
    description += fmt::format(" [{}]", row.unit);
    for (const ParameterTickLabel& mark : row.marks)
      description += fmt::format("{}{:g}: {}", &mark == row.marks.data() ? " " : ", ", mark.value, mark.word);
    properties[std::string(row.key)] = {{"description", description},
                                        {"unit", row.unit},
                                        {"type", "number"},
                                        {"minimum", Json::parse(fmt::format("{}", row.lower))},
                                        {"maximum", Json::parse(fmt::format("{}", row.upper))}};
  }
  return properties;
}

/// Returns the method's title and explains those units of its parameters that are not SI units.
std::string describeUnits(const MethodRow& method) {
  struct UnitMeaning {
    std::string_view word, meaning;
  };
  constexpr std::array kUnits{
      UnitMeaning{"h", "h is the interaction radius"},
      UnitMeaning{"h_ref",
                  "h_ref is the reference radius of the material, whatever the interaction radius is"},
      UnitMeaning{"radii", "radii are those of a particle, a fifth of the interaction radius"},
      UnitMeaning{"frame", "a frame is 1/30 s"}};
  std::string meanings;
  for (const UnitMeaning& unit : kUnits) {
    const std::regex word(fmt::format("(^|[/ ]){}([/² ]|$)", unit.word));
    const auto names = [&](const ParameterInfo& row) {
      return std::regex_search(row.unit.begin(), row.unit.end(), word);
    };
    if (std::ranges::any_of(method.parameters(), names))
      meanings += fmt::format("{}{}", meanings.empty() ? "" : "; ", unit.meaning);
  }
  if (meanings.empty()) return fmt::format("{}. Units: SI.", method.title);
  return fmt::format("{}. Units: those of SI, and: {}.", method.title, meanings);
}

/// Returns the schema of a file.
Json fileSchema(const char* id, const char* title, const Json& part) {
  Json json{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"$id", id}, {"title", title}};
  json.update(part);
  return json;
}

std::string rangeOf(const Json& schema) {
  if (!schema.contains("minimum")) return "";
  return fmt::format(", {:g} .. {:g}", schema["minimum"].get<double>(), schema["maximum"].get<double>());
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

std::string shortText(const Json& value) {
  return value.is_number_float() ? fmt::format("{}", value.get<double>()) : value.dump();
}

/// Describes the values that a schema allows, in Markdown.
std::string describeValue(const Json& schema) {
  for (const char* choice : {"oneOf", "anyOf"})
    if (schema.contains(choice)) {
      std::vector<std::string> all;
      for (const Json& one : schema[choice]) all.push_back(describeValue(one));
      return joined(all, "; or ");
    }
  if (schema.contains("$ref")) {
    const auto target = schema["$ref"].get<std::string>();
    const std::string part = target.substr(target.rfind('/') + 1);
    return target.starts_with("#") ? fmt::format("[{0}](#{0})", part) : "parameters of the method";
  }
  if (schema.contains("const")) return fmt::format("`{}`", schema["const"].dump());
  if (schema.contains("enum")) {
    std::vector<std::string> words;
    for (const Json& word : schema["enum"]) words.push_back(fmt::format("`{}`", word.get<std::string>()));
    return joined(words, ", ");
  }
  const Json type = schema.value("type", Json("any"));
  if (type == "array") {
    const Json& items = schema["items"];
    if (schema.value("minItems", 0) == 3 && schema.contains("maxItems")) return "[x, y, z]" + rangeOf(items);
    return "list: " + describeValue(items);
  }
  if (type == "object" && schema.contains("required") && schema["properties"].contains("coarse"))
    return "{draft, coarse, medium, fine}, draft is optional";
  if (type == "boolean") return "true or false";
  if (type == "integer") return "whole number" + rangeOf(schema);
  if (type.is_array()) return "number" + rangeOf(schema) + ", or null";
  const auto name = type.get<std::string>();
  if (name == "string") return schema.value("pattern", "").starts_with("^#") ? "`\"#rrggbb\"`" : "text";
  return name + rangeOf(schema);
}

void addTableRows(std::string& table, const std::string& prefix, const Json& part) {
  const Json required = part.value("required", Json::array());
  for (const auto& [key, schema] : part["properties"].items()) {
    const bool needed = std::ranges::find(required, Json(key)) != required.end();
    table += fmt::format("| `{}{}` | {} | {} | {} |\n", prefix, key, describeValue(schema),
                         needed                       ? "required"
                         : schema.contains("default") ? fmt::format("`{}`", shortText(schema["default"]))
                                                      : "",
                         schema.value("description", ""));
    if (schema.contains("properties")) addTableRows(table, prefix + key + ".", schema);
    if (schema.contains("items") && schema["items"].contains("properties"))
      addTableRows(table, prefix + key + "[].", schema["items"]);
  }
}

std::string tableOf(const std::string& heading, const Json& part) {
  std::string table = fmt::format("## {}\n\n", heading);
  if (part.contains("description")) table += part["description"].get<std::string>() + "\n\n";
  table += "| key | value | default | what it does |\n|---|---|---|---|\n";
  addTableRows(table, "", part);
  return table + "\n";
}

}  // namespace

Json sceneSchema() {
  Json definitions = Json::object();
  const Json part = schemaOf(parts::scenePart(), definitions);
  Json json = fileSchema("scene.schema.json", "A scene of Ooze", part);
  json["$defs"] = std::move(definitions);
  return json;
}

Json materialSchema() {
  Json definitions = Json::object();
  const Json part = schemaOf(parts::materialFilePart(), definitions);
  Json& parameters = definitions["parameters"] = {{"description",
                                                   "Values at h_ref, each in the unit that its method's "
                                                   "definition gives below. What is absent has its default."},
                                                  {"anyOf", Json::array()}};
  for (const MethodRow& method : methodRegistry())
    parameters["anyOf"].push_back({{"$ref", fmt::format("material.schema.json#/$defs/{}", method.key)}});
  for (const MethodRow& method : methodRegistry())
    definitions[std::string(method.key)] = {{"description", describeUnits(method)},
                                            {"type", "object"},
                                            {"properties", describeParameters(method.parameters())},
                                            {"additionalProperties", false}};
  Json json = fileSchema("material.schema.json", "A material of Ooze", part);
  json["$defs"] = std::move(definitions);
  return json;
}

std::string sceneFormatTables() {
  const Json schema = sceneSchema();
  std::string tables = tableOf("scene", schema);
  for (const auto& [key, part] : schema["$defs"].items()) tables += tableOf(key, part);
  return tables;
}

}  // namespace ooze
