#include "scene/json_text.h"

#include <fmt/format.h>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLine = 100;  // largest length of a line [characters]

std::string jsonString(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string oneLineText(const Json& json) {
  if (json.is_object()) {
    std::string line;
    for (const auto& [key, value] : json.items())
      line += fmt::format("{}{}: {}", line.empty() ? "" : ", ", jsonString(key), oneLineText(value));
    return fmt::format("{{{}}}", line);
  }
  if (json.is_array()) {
    std::string line;
    for (const Json& item : json) line += fmt::format("{}{}", line.empty() ? "" : ", ", oneLineText(item));
    return fmt::format("[{}]", line);
  }
  if (json.is_string()) return jsonString(json.get<std::string>());
  return json.is_number_float() ? fmt::format("{}", json.get<double>()) : json.dump();
}

void write(const Json& json, std::size_t indent, bool open, std::string& out) {
  const std::string line = oneLineText(json);
  if (!json.is_structured() || json.empty() || (!open && indent + line.size() <= kLine)) {
    out += line;
    return;
  }
  const bool object = json.is_object();
  out += object ? "{" : "[";
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    out += fmt::format("{}\n{:{}}", first ? "" : ",", "", indent + 2);
    if (object) out += fmt::format("{}: ", jsonString(key));
    write(value, indent + 2, false, out);
    first = false;
  }
  out += fmt::format("\n{:{}}{}", "", indent, object ? "}" : "]");
}

}  // namespace

std::string jsonText(const Json& json) {
  std::string text;
  write(json, 0, true, text);
  text += '\n';
  return text;
}

Json shortest(float value) { return Json::parse(fmt::format("{}", value)); }

Json shortest(const Vec3& v) { return Json::array({shortest(v.x), shortest(v.y), shortest(v.z)}); }

std::string colourText(std::uint32_t c) {
  return fmt::format("#{:02x}{:02x}{:02x}", c & 0xff, c >> 8 & 0xff, c >> 16 & 0xff);
}

}  // namespace ooze
