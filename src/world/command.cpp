#include "ooze/world/command.h"

#include "ooze/base/error.h"

#include <charconv>
#include <fmt/format.h>

namespace ooze {

Command parseAssignment(std::string_view text, std::string_view method) {
  const auto equals = text.find('=');
  const auto bad = [&] { return InputError(fmt::format("\"{}\" is not KEY=VALUE or KEY=X,Y,Z", text)); };
  if (const std::string_view target = text.substr(0, equals); isAction(target))
    throw InputError(fmt::format(
        "{} is an action and takes no value; a scene's timeline does it: {{\"time\": 0, \"do\": \"{}\"}}",
        target, target));
  if (equals == std::string_view::npos || equals == 0) throw bad();
  if (const std::string_view target = text.substr(0, equals); takesText(target))
    throw InputError(fmt::format("{} takes a text, which KEY=VALUE cannot give", target));
  Command command;
  command.target = text.substr(0, equals);
  if (command.target.find('.') == std::string::npos)
    command.target = fmt::format("{}.{}", method, command.target);
  std::string_view rest = text.substr(equals + 1);
  if (command.target == "world.substeps" && rest == "auto") rest = "0";
  while (true) {
    float value = 0.f;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc()) throw bad();
    command.values.push_back(value);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.empty()) return command;
    if (rest.front() != ',') throw bad();
    rest.remove_prefix(1);
  }
}

}  // namespace ooze
