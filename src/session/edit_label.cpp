#include "session/edit_label.h"

#include "ooze/methods/method.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ooze {
namespace {

struct Phrase {
  std::string_view target, words;
};
constexpr std::array kDeeds{
    Phrase{"bodies.add_sphere", "Drop a ball"},
    Phrase{"bodies.add_box", "Drop a box"},
    Phrase{"bodies.add_capsule", "Drop a capsule"},
    Phrase{"bodies.add_cylinder", "Drop a cylinder"},
    Phrase{"bodies.add_collider_sphere", "Place a ball"},
    Phrase{"bodies.add_collider_box", "Place a box"},
    Phrase{"bodies.add_collider_capsule", "Place a capsule"},
    Phrase{"bodies.add_collider_cylinder", "Place a cylinder"},
    Phrase{"bodies.add_mesh", "Add a mesh"},
    Phrase{"bodies.remove_added", "Clear added bodies"},
    Phrase{"liquid.cut", "Cut liquid"},
    Phrase{"liquid.freeze", "Freeze liquid"},
    Phrase{"liquid.thaw", "Thaw liquid"},
    Phrase{"liquid.thaw_all", "Thaw everything"},
    Phrase{"liquid.erase", "Erase liquid"},
    Phrase{"liquid.add_mesh", "Add a mesh of liquid"},
    Phrase{"emitters.add", "Add a nozzle"},
};

/// "stick_distance" -> "Stick distance".
std::string spelledOut(std::string_view key) {
  std::string words(key);
  std::replace(words.begin(), words.end(), '_', ' ');
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

std::string parameterLabel(std::string_view key, const std::vector<ParameterInfo>& rows) {
  const std::size_t row = findParameter(rows, key);
  return row < rows.size() ? std::string(rows[row].label) : spelledOut(key);
}

}  // namespace

std::string editLabel(const Command& command, std::string_view method) {
  const std::string_view target = command.target;
  for (const Phrase& deed : kDeeds)
    if (deed.target == target) return std::string(deed.words);
  if (const MethodDeed* deed = findDeed(findMethod(method), target)) return std::string(deed->event);
  const auto first = target.find('.'), last = target.rfind('.');
  if (first == std::string_view::npos) return std::string(target);
  const std::string_view head = target.substr(0, first), key = target.substr(last + 1);
  if (head == method) return parameterLabel(key, findMethod(method).parameters());
  if (head == "world") return parameterLabel(key, worldParameters());
  const std::string_view name = target.substr(first + 1, last > first ? last - first - 1 : 0);
  if (head == "material" && key == "add") return fmt::format("Add {}", name);
  if (head == "material")
    return fmt::format("{} of {}", parameterLabel(key, findMethod(method).parameters()), name);
  if (key == "present")
    return fmt::format("{} {}", command.values[0] >= 0.5f ? "Put back" : "Take out", name);
  if (head == "body" && key == "place") return fmt::format("Move {}", name);
  if (head == "body" && key == "scale") return fmt::format("Scale {}", name);
  if (key == "enabled") return fmt::format("{} {}", command.values[0] >= 0.5f ? "Open" : "Close", name);
  return name.empty() ? spelledOut(key) : fmt::format("{} of {}", spelledOut(key), name);
}

}  // namespace ooze
