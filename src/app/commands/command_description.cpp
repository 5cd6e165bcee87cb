// Descriptions of the commands and their options, read from the parser's own tables.
#include "app/commands/command_parser.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <regex>

namespace ooze {
namespace {

/// Describes one option. Its default is the value of the variable that it sets, or is said in its help.
CommandOption describeOption(const std::string& command, CLI::Option& option) {
  CommandOption described;
  described.command = command;
  for (const std::string& name : option.get_snames()) described.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) described.names.push_back("--" + name);
  if (described.names.empty()) described.names.push_back(option.get_name());
  described.required = option.get_required();
  described.takesValue = option.get_items_expected_max() > 0;
  described.repeats = option.get_items_expected_max() > 1 ||
                      option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  described.values = option.get_type_name();
  option.capture_default_str();
  described.standard = option.get_default_str();
  std::smatch said;
  described.help = option.get_description();
  if (std::regex_search(described.help, said, std::regex("; ([^;]*) if not given")))
    described.standard = said[1];
  return described;
}

}  // namespace

std::vector<CommandOption> commandOptions() {
  CommandParser parser;
  std::vector<CommandOption> options;
  for (CLI::Option* option : parser.program.get_options()) options.push_back(describeOption("", *option));
  for (CLI::App* command : parser.program.get_subcommands({}))
    for (CLI::Option* option : command->get_options())
      options.push_back(describeOption(command->get_name(), *option));
  return options;
}

std::vector<CommandSummary> commandSummaries() {
  CommandParser parser;
  std::vector<CommandSummary> commands{{"", parser.program.get_description()}};
  for (const CLI::App* command : parser.program.get_subcommands({}))
    commands.push_back({command->get_name(), command->get_description()});
  return commands;
}

}  // namespace ooze
