// The manual page of section 1, in troff.
#include "app/commands/commands.h"
#include "app/commands/shell_completion.h"

#include <array>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace ooze {
namespace {

/// Escapes a text for troff.
std::string troff(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (line.empty() && (c == '.' || c == '\'')) line += "\\&";
    if (c == '\\')
      line += "\\e";
    else if (c == '-')
      line += "\\-";
    else if (c == '\'')
      line += "\\(aq";
    else if (c == '`')
      line += "\\(ga";
    else
      line += c;
  }
  return line;
}

std::string item(const std::string& head, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", head, troff(text));
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", troff(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", troff(text)); }

/// Returns the head of an option: "-h, --help", "--save FILE.ooze", "SCENE".
std::string optionHead(const CommandOption& option) {
  if (!option.names.front().starts_with("-")) return italic(option.names.front());
  std::string head;
  for (const std::string& name : option.names)
    head += fmt::format("{}{}", head.empty() ? "" : ", ", bold(name));
  if (option.takesValue) head += fmt::format(" {}", italic(valueName(option)));
  return head;
}

/// Returns the arguments of a command for its synopsis: " A B", " [SCENE]".
std::string argumentNames(const std::string& command) {
  std::string names;
  for (const CommandOption& option : commandOptions())
    if (option.command == command && !option.names.front().starts_with("-"))
      names += fmt::format(fmt::runtime(option.required ? " {}{}" : " [{}{}]"), italic(option.names.front()),
                           option.repeats ? " ..." : "");
  return names;
}

std::string optionItems(const std::string& command) {
  std::string text;
  for (const CommandOption& option : commandOptions())
    if (option.command == command)
      text += item(optionHead(option), option.help + (option.required ? " (required)" : ""));
  return text;
}

constexpr std::array<std::pair<const char*, const char*>, 3> kExitCodes{
    {{"0", "Done."},
     {"1", "The command failed while running, or two runs differ."},
     {"2", "Bad input, also one that needs more memory than there is."}}};

constexpr std::array<std::pair<const char*, const char*>, 4> kVariables{
    {{"OOZE_ASSETS", "A folder in which scenes, materials and thumbnails are looked for first."},
     {"OOZE_SHADERS", "A folder in which shaders are looked for first."},
     {"OOZE_FILE_DIALOG", "The file dialog of the window: system, portal, zenity, kdialog or ooze."},
     {"XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME",
      "Folders of your own files, settings, autosaves and caches."}}};

}  // namespace

std::string manPage(std::string_view version) {
  std::string page = fmt::format(".TH OOZE 1 \"\" \"Ooze {}\" \"User Commands\"\n", version);
  page += ".SH NAME\nooze \\- interactive sandbox for viscoelastic liquids\n.SH SYNOPSIS\n";
  for (const CommandSummary& command : commandSummaries())
    page += fmt::format("{}{} [{}]{}\n", command.name.empty() ? "" : ".br\n",
                        bold(command.name.empty() ? "ooze" : "ooze " + command.name), italic("OPTIONS"),
                        argumentNames(command.name));
  page += ".SH DESCRIPTION\n";
  page += troff(
      "Ooze simulates honey, slime, clay, paint, gel and water. Without a command it opens the window "
      "with a scene, a session (.ooze) or a scene file (.json). Without a display it renders the scene to "
      "ooze.png in the current folder. The commands need neither window nor display.");
  page += "\n.SH OPTIONS OF THE WINDOW\n" + optionItems("");
  page += ".SH COMMANDS\n";
  for (const CommandSummary& command : commandSummaries())
    if (!command.name.empty())
      page += fmt::format(".SS {}\n{}.\n{}", troff("ooze " + command.name), troff(command.help),
                          optionItems(command.name));
  page += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : kExitCodes) page += item(bold(code), meaning);
  page += ".SH ENVIRONMENT\n";
  for (const auto& [names, meaning] : kVariables) page += item(bold(names), meaning);
  page += ".SH EXAMPLES\n";
  for (const char* example : {"ooze clavet_pour_bunny", "ooze run clavet_pour_bunny --frames 300 --report -",
                              "ooze render clavet_fast_splash --frames 1:240 --out splash.mp4"})
    page += fmt::format(".PP\n.nf\n{}\n.fi\n", troff(example));
  return page + ".SH SEE ALSO\n" + troff("The manual opens in the window with F1.") + "\n";
}

int manCommand() {
  fmt::print("{}", manPage(programVersion()));
  return 0;
}

}  // namespace ooze
