// Scripts by which a shell completes the command line of Ooze. They are made from the parser's own tables.
#pragma once

#include "app/commands/command_line.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// What may follow an option, or stand in the place of an argument.
struct ValueChoices {
  std::vector<std::string> words;  ///< fixed words, such as "coarse"
  std::vector<std::string> keys;   ///< words before an equals sign, such as "world.gravity_y"
  std::vector<std::string> lists;  ///< lists whose names count, such as "scenes" of `ooze list scenes`
  bool files = false, folders = false;
};

/// Returns the choices for a value. An option without known choices gets none.
ValueChoices valueChoices(const CommandOption& option);

/// Returns the name of an option's value as the manual page shows it: "FILE.ooze", "NUMBER".
std::string valueName(const CommandOption& option);

/// Parses a shell's name. @throws InputError with a suggestion
Shell parseShell(std::string_view name);

/// Returns the script that the shell must read.
std::string completionScript(Shell shell);

/// Returns the manual page in troff. @param version  version of the program
std::string manPage(std::string_view version);

}  // namespace ooze
