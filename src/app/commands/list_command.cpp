#include "ooze/methods/method.h"

#include "app/commands/commands.h"
#include "app/commands/terminal.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

Json describe(const std::vector<Listing>& listings) {
  Json json = Json::array();
  for (const Listing& l : listings) {
    Json item{
        {"name", l.name}, {"title", l.title}, {"description", l.description}, {"file", l.file.string()}};
    if (!l.error.empty()) item["error"] = l.error;
    json.push_back(std::move(item));
  }
  return json;
}

Json describeMethods() {
  Json json = Json::array();
  for (const MethodRow& m : methodRegistry())
    json.push_back({{"name", m.key}, {"title", m.title}, {"description", m.source}});
  return json;
}

void describeRows(Json& json, std::string_view owner, const std::vector<ParameterInfo>& rows) {
  for (const ParameterInfo& r : rows)
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
}

Json describeParameters() {
  Json json = Json::array();
  for (const MethodRow& m : methodRegistry()) describeRows(json, m.key, m.parameters());
  describeRows(json, "world", worldParameters());
  return json;
}

/// One line an item: the name, its title or its range, and a sentence.
void printTable(const Json& json) {
  std::size_t width = 0;
  for (const Json& item : json) width = std::max(width, item["name"].get<std::string>().size());
  for (const Json& item : json) {
    const std::string name = shownOnTerminal(item["name"].get<std::string>());
    const std::string sentence = shownOnTerminal(item["description"].get<std::string>());
    if (item.contains("error"))
      fmt::print("{:<{}}  broken: {}\n", name, width, shownOnTerminal(item["error"].get<std::string>()));
    else if (item.contains("lower"))
      fmt::print("{:<{}}  {:g} [{:g}, {:g}] {}  {}\n", name, width, item["default"].get<double>(),
                 item["lower"].get<double>(), item["upper"].get<double>(), item["unit"].get<std::string>(),
                 sentence);
    else
      fmt::print("{:<{}}  {}. {}\n", name, width, shownOnTerminal(item["title"].get<std::string>()),
                 sentence);
  }
}

}  // namespace

int listCommand(const ListOptions& options) {
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
  }
  if (options.json)
    fmt::print("{}\n", json.dump(2));
  else
    printTable(json);
  return 0;
}

}  // namespace ooze
