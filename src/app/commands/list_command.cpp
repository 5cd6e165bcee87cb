#include "ooze/base/error.h"
#include "ooze/methods/method.h"

#include "app/commands/commands.h"
#include "app/commands/terminal.h"
#include "world/commands/command_rows.h"
#include "world/commands/setting_names.h"
#include "world/commands/setting_rows.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

Json describe(const std::vector<Listing>& listings) {
  Json json = Json::array();
  for (const Listing& l : listings) {
    Json item{{"name", l.name},
              {"title", shownTitle(l)},
              {"description", l.description},
              {"file", l.file.string()}};
    if (!l.error.empty()) item["error"] = l.error;
    json.push_back(std::move(item));
  }
  return json;
}

Json describeMethods() {
  Json json = Json::array();
  for (const MethodRow& m : methodRegistry())
    json.push_back({{"name", m.key},
                    {"title", m.title},
                    {"description", fmt::format("{}. {} {}", m.source, m.strengths, m.weaknesses)}});
  return json;
}

void describeRows(Json& json, std::string_view owner, const std::vector<ParameterInfo>& rows) {
  for (const ParameterInfo& r : rows) {
    json.push_back({{"name", fmt::format("{}.{}", owner, r.key)},
                    {"symbol", r.symbol},
                    {"label", r.label},
                    {"unit", r.unit},
                    {"default", r.defaultValue},
                    {"lower", r.lower},
                    {"upper", r.upper},
                    {"description", r.tooltip},
                    {"more", r.more},
                    {"source", r.source},
                    {"equation", r.lesson.equation},
                    {"paper", r.lesson.paper}});
    for (const ParameterTickLabel& m : r.marks)
      json.back()["marks"].push_back({{"value", m.value}, {"word", m.word}});
  }
}

/// The settings of a pair function, with placeholder names.
struct PairForm {
  std::string_view setting, words;
};
constexpr std::array kPairForms{
    PairForm{"pair.A.B", "between the liquids A and B, or within A as pair.A.A"},
    PairForm{"pair_solids.A", "of the liquid A to every solid without its own function"},
    PairForm{"pair_solid.A.BODY", "of the liquid A to the solid BODY of the scene"}};

/// Describes a pair function as a whole, one of its points, and its curve families.
void describePair(Json& json, const MethodRow& method, const PairFunction& f, const PairForm& form) {
  const std::string whole = fmt::format("{}.{}", form.setting, f.key);
  json.push_back(
      {{"name", whole},
       {"method", method.key},
       {"label", f.label},
       {"unit", fmt::format("{}, {}", f.argumentUnit, f.valueUnit)},
       {"points", {f.fewestPoints, f.mostPoints}},
       {"description",
        fmt::format(
            "{} {}: {} and value of each point. Without numbers, the method computes it from the materials.",
            f.label, form.words, f.argument)}});
  const auto part = [&](std::string_view key, std::string_view shown, std::string_view description) {
    const SettingWords words = describeSetting(fmt::format("{}.{}", whole, key), method.key);
    json.push_back({{"name", fmt::format("{}.{}", whole, shown)},
                    {"method", method.key},
                    {"label", f.label},
                    {"unit", words.unit},
                    {"lower", words.lower},
                    {"upper", words.upper},
                    {"description", description}});
  };
  part("1.place", "N.place", fmt::format("The {} of its N-th point, from 1.", f.argument));
  part("1.value", "N.value",
       fmt::format("The value of its N-th point: above 0 it {}, below 0 it {}.", f.above, f.below));
  for (const CurveFamily& family : f.families) part(family.key, family.key, family.explanation);
}

Json describeParameters() {
  Json json = Json::array();
  for (const MethodRow& m : methodRegistry()) {
    describeRows(json, m.key, m.parameters());
    if (!m.pairFunctions) continue;
    for (const PairFunction& f : m.pairFunctions())
      for (const PairForm& form : kPairForms) describePair(json, m, f, form);
  }
  describeRows(json, "world", worldParameters());
  return json;
}

/// Describes every command: the settings of things, then the other commands with their fields.
Json describeCommands() {
  Json json = Json::array();
  const auto add = [&](std::string name, std::string_view label, std::string_view description, Json fields) {
    json.push_back({{"name", std::move(name)},
                    {"title", label},
                    {"description", description},
                    {"fields", std::move(fields)}});
  };
  for (const SettingRow& row : fixedSettingRows()) {
    const bool named = row.owner != SettingOwner::World;
    Json fields = Json::array();
    if (!row.isText())
      fields.push_back({{"name", row.key},
                        {"unit", row.unit},
                        {"numbers", row.count},
                        {"optional", !row.otherwise.empty()},
                        {"lower", row.range.lower},
                        {"upper", row.range.upper}});
    std::string description = fmt::format("Setting \"{}\"", row.label);
    if (row.isText()) description += ", a text";
    if (!row.otherwise.empty()) description += fmt::format("; without a number {}", row.otherwise);
    add(SettingName{row.owner, named ? "NAME" : "", std::string(row.key)}.text(), row.label,
        description + ".", std::move(fields));
  }
  for (const CommandRow& row : commandRows()) {
    Json fields = Json::array();
    for (const CommandField& f : row.fields)
      fields.push_back({{"name", f.name},
                        {"unit", f.unit},
                        {"numbers", f.count},
                        {"optional", f.optional},
                        {"lower", f.range.lower},
                        {"upper", f.range.upper}});
    add(fmt::format(fmt::runtime(row.target), "NAME"), fmt::format(fmt::runtime(row.label), "NAME"),
        row.description, std::move(fields));
  }
  return json;
}

/// Returns the fields of a command in words: "centre (3 numbers) [-10000, 10000] m, radius [0.0001, 10] m".
std::string fieldsInWords(const Json& fields) {
  std::string words;
  for (const Json& f : fields) {
    words += words.empty() ? "" : ", ";
    words += f["name"].get<std::string>();
    if (f["numbers"] != 1) words += fmt::format(" ({} numbers)", f["numbers"].get<int>());
    words += fmt::format(" [{:g}, {:g}]", f["lower"].get<double>(), f["upper"].get<double>());
    if (const auto unit = f["unit"].get<std::string>(); !unit.empty() && unit != "1") words += " " + unit;
    if (f["optional"].get<bool>()) words += " (may be left out)";
  }
  return words.empty() ? "no numbers" : words;
}

/// Escapes the characters that mean something in a cell of a Markdown table.
std::string inCell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '<' || c == '`' || c == '\\') cell += '\\';
    cell += c == '\n' ? ' ' : c;
  }
  return cell;
}

/// Returns the valid values of a setting: the default, if any, and the range or the number of points.
std::string range(const Json& item) {
  const std::string unit = item["unit"].get<std::string>();
  if (item.contains("points"))
    return fmt::format("{} to {} points [{}]", item["points"][0].get<int>(), item["points"][1].get<int>(),
                       unit);
  const std::string usual =
      item.contains("default") ? fmt::format("{:g} ", item["default"].get<double>()) : std::string();
  return fmt::format("{}[{:g}, {:g}] {}", usual, item["lower"].get<double>(), item["upper"].get<double>(),
                     unit);
}

/// Prints one line per item: name, title or range, and a sentence.
void printTable(const Json& json) {
  std::size_t width = 0;
  for (const Json& item : json) width = std::max(width, item["name"].get<std::string>().size());
  for (const Json& item : json) {
    const std::string name = escapeForTerminal(item["name"].get<std::string>());
    const std::string sentence = escapeForTerminal(item["description"].get<std::string>());
    if (item.contains("error"))
      fmt::print("{:<{}}  broken: {}\n", name, width, escapeForTerminal(item["error"].get<std::string>()));
    else if (item.contains("fields"))
      fmt::print("{:<{}}  {}. {}\n", name, width, fieldsInWords(item["fields"]), sentence);
    else if (item.contains("unit"))
      fmt::print("{:<{}}  {}  {}\n", name, width, range(item), sentence);
    else
      fmt::print("{:<{}}  {}. {}\n", name, width, escapeForTerminal(item["title"].get<std::string>()),
                 sentence);
  }
}

}  // namespace

std::string parameterTable(const MethodRow& method) {
  std::string table =
      "| parameter | key | symbol | unit | range | default | what it does | source |\n"
      "|---|---|---|---|---|---|---|---|\n";
  constexpr std::string_view kNoBreak = "\xc2\xa0";  // a space that keeps a range on one line
  for (const ParameterInfo& r : method.parameters())
    table += fmt::format("| **{}** | `{}` | {} | {} | {:g}{}to{}{:g} | {:g} | {} | {} |\n", inCell(r.label),
                         r.key, inCell(r.symbol), inCell(r.unit), r.lower, kNoBreak, kNoBreak, r.upper,
                         r.defaultValue, inCell(r.tooltip), inCell(r.source));
  return table;
}

int listCommand(const ListOptions& options) {
  if (!options.markdown.empty()) {
    if (options.what != ListOptions::What::Parameters || options.json)
      throw InputError("--markdown goes with \"list parameters\", and not with --json");
    fmt::print("{}", parameterTable(findMethod(options.markdown)));
    return 0;
  }
  Json json;
  switch (options.what) {
    case ListOptions::What::Scenes:
      json = describe(listScenes());
      break;
    case ListOptions::What::Materials:
      json = describe(listMaterials());
      break;
    case ListOptions::What::Methods:
      json = describeMethods();
      break;
    case ListOptions::What::Parameters:
      json = describeParameters();
      break;
    case ListOptions::What::Commands:
      json = describeCommands();
      break;
  }
  if (options.json)
    fmt::print("{}\n", json.dump(2));
  else
    printTable(json);
  return 0;
}

}  // namespace ooze
