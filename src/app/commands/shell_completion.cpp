#include "app/commands/shell_completion.h"

#include "ooze/base/error.h"
#include "ooze/methods/method.h"
#include "ooze/world/quantity.h"

#include "app/commands/commands.h"
#include "scene/light_parameters.h"
#include "world/commands/setting_rows.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <sstream>
#include <utility>

namespace ooze {
namespace {

using Strings = std::vector<std::string>;

constexpr std::array<std::pair<std::string_view, Shell>, 3> kShells{
    {{"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}}};

/// Replaces each occurrence of a character by a text.
std::string replaced(const std::string& text, char from, std::string_view to) {
  std::string result;
  for (const char c : text)
    if (c == from)
      result += to;
    else
      result += c;
  return result;
}

/// Puts a text within single quotation marks, for bash and zsh.
std::string shellQuoted(const std::string& text) {
  return fmt::format("'{}'", replaced(text, '\'', R"('\'')"));
}

bool isArgument(const CommandOption& option) { return !option.names.front().starts_with("-"); }

/// Returns the names of all commands, without the program itself.
Strings commandNames() {
  Strings names;
  for (const CommandSummary& command : commandSummaries())
    if (!command.name.empty()) names.push_back(command.name);
  return names;
}

std::vector<CommandOption> optionsOf(const std::string& command) {
  std::vector<CommandOption> options;
  for (CommandOption& option : commandOptions())
    if (option.command == command) options.push_back(std::move(option));
  return options;
}

/// Returns bash code that offers the choices.
std::string bashOffer(const ValueChoices& choices) {
  std::string code;
  if (!choices.words.empty()) code += fmt::format("_ooze_words {}; ", fmt::join(choices.words, " "));
  if (!choices.keys.empty()) code += fmt::format("_ooze_keys {}; ", fmt::join(choices.keys, " "));
  for (const std::string& list : choices.lists) code += fmt::format("_ooze_names \"$1\" {}; ", list);
  if (choices.files) code += "_ooze_paths -f; ";
  if (choices.folders) code += "_ooze_paths -d; ";
  return code;
}

constexpr const char* kBashHelpers = R"sh(_ooze_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$*" -- "$cur")
}

_ooze_keys() {
  _ooze_words "$@"
  COMPREPLY=("${COMPREPLY[@]/%/=}")
  compopt -o nospace 2>/dev/null
}

_ooze_names() {
  _ooze_words "$("$1" list "$2" 2>/dev/null | cut -d' ' -f1)"
}

_ooze_paths() {
  local path
  compopt -o filenames 2>/dev/null
  while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$cur")
}

_ooze() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
)sh";

std::string bashScript() {
  const Strings commands = commandNames();
  std::string script =
      "# Completes the command line of Ooze in bash. `ooze completion bash` prints this script.\n";
  script += kBashHelpers;
  script +=
      fmt::format("    case ${{COMP_WORDS[i]}} in {}) command=${{COMP_WORDS[i]}}; break ;; esac\n  done\n",
                  fmt::join(commands, "|"));
  std::string values, flags, arguments;
  for (const CommandSummary& command : commandSummaries()) {
    Strings names;
    std::string offer = command.name.empty() ? fmt::format("_ooze_words {}; ", fmt::join(commands, " ")) : "";
    for (const CommandOption& option : optionsOf(command.name)) {
      const std::string choices = bashOffer(valueChoices(option));
      if (isArgument(option)) {
        offer += choices;
        continue;
      }
      names.insert(names.end(), option.names.begin(), option.names.end());
      if (option.takesValue)
        values += fmt::format("    '{} {}') {}return ;;\n", command.name, option.names.back(), choices);
    }
    flags += fmt::format("      '{}') _ooze_words {} ;;\n", command.name, fmt::join(names, " "));
    arguments += fmt::format("      '{}') {}: ;;\n", command.name, offer);
  }
  script += fmt::format("  case \"$command $prev\" in\n{}  esac\n", values);
  script += fmt::format("  if [[ $cur == -* ]]; then\n    case $command in\n{}    esac\n", flags);
  script += fmt::format("  else\n    case $command in\n{}    esac\n  fi\n}}\n", arguments);
  return script + "\ncomplete -F _ooze ooze\n";
}

/// Returns the action of a specification of zsh's _arguments. The space in front keeps _arguments from adding
/// options of its own.
std::string zshAction(const ValueChoices& choices) {
  std::string action = " _ooze_offer";
  for (const std::string& word : choices.words) action += " +" + word;
  for (const std::string& key : choices.keys) action += " @" + key;
  for (const std::string& list : choices.lists) action += " " + list;
  if (choices.files) action += " -f";
  if (choices.folders) action += " -d";
  return action;
}

std::string zshSpecification(const CommandOption& option) {
  const std::string help = replaced(replaced(replaced(option.help, '\\', "\\\\"), '[', "\\["), ']', "\\]");
  const std::string value = replaced(valueName(option), ':', "\\:");
  const std::string action = zshAction(valueChoices(option));
  if (isArgument(option)) return shellQuoted(fmt::format("*:{}:{}", value, action));
  const std::string name = option.names.back();
  if (!option.takesValue) return shellQuoted(fmt::format("{}[{}]", name, help));
  return shellQuoted(fmt::format("{}{}[{}]:{}:{}", option.repeats ? "*" : "", name, help, value, action));
}

/// Returns zsh code that completes the options of a command. @param first  more specifications, which replace
/// those of arguments
std::string zshArguments(const std::string& command, const std::string& first = "") {
  std::string code = "_arguments";
  for (const CommandOption& option : optionsOf(command))
    if (first.empty() || !isArgument(option))
      code += fmt::format(" \\\n        {}", zshSpecification(option));
  return code + first;
}

constexpr const char* kZshHelpers = R"sh(#compdef ooze
# Completes the command line of Ooze in zsh. `ooze completion zsh` prints this script.

# Offers words (+WORD), keys before an equals sign (@KEY), files (-f), folders (-d), commands (-c), and the names of lists.
_ooze_offer() {
  local what
  local -a names
  for what in "$@"; do
    case $what in
      -f) _files ;;
      -d) _files -/ ;;
      -c) _ooze_commands ;;
      +*) compadd -- ${what#+} ;;
      @*) compadd -S = -- ${what#@} ;;
      *)
        names=(${(f)"$($program list $what 2>/dev/null | cut -d' ' -f1)"})
        compadd -a names ;;
    esac
  done
}

_ooze_commands() {
  local -a commands
  commands=(
)sh";

constexpr const char* kZshStart = R"sh(  )
  _describe command commands
}

_ooze() {
  local program=$words[1] command
  (( CURRENT > 2 )) && command=$words[2]
  case $command in
)sh";

constexpr const char* kZshFirst = R"sh( \
        '1:scene or command: _ooze_offer -c scenes -f'
  esac
}

if [[ $funcstack[1] == _ooze ]]; then _ooze "$@"; else compdef _ooze ooze; fi
)sh";

std::string zshScript() {
  std::string script = kZshHelpers;
  for (const CommandSummary& command : commandSummaries())
    if (!command.name.empty())
      script += fmt::format("    {}\n", shellQuoted(command.name + ":" + replaced(command.help, ':', "\\:")));
  script += kZshStart;
  for (const std::string& command : commandNames())
    script += fmt::format("    {})\n      shift words\n      (( CURRENT-- ))\n      {} ;;\n", command,
                          zshArguments(command));
  return fmt::format("{}    *)\n      {}", script, zshArguments("", kZshFirst));
}

/// Returns the rest of a line of fish's `complete` for a value.
std::string fishChoices(const ValueChoices& choices) {
  // fish puts no space behind an equals sign.
  Strings words = choices.words;
  for (const std::string& key : choices.keys) words.push_back(key + "=");
  std::string offers = fmt::format("{}", fmt::join(words, " "));
  for (const std::string& list : choices.lists)
    offers += fmt::format("{}({})", offers.empty() ? "" : " ",
                          "ooze list " + list + " 2>/dev/null | string replace -r ' .*' ''");
  if (choices.folders && !choices.files)
    offers += fmt::format("{}(__fish_complete_directories)", offers.empty() ? "" : " ");
  std::string line = choices.files ? " -F" : " -f";
  if (!offers.empty()) line += " -a \"" + replaced(offers, '"', "\\\"") + "\"";
  return line;
}

std::string fishScript() {
  const std::string any = fmt::format("{}", fmt::join(commandNames(), " "));
  std::string script =
      "# Completes the command line of Ooze in fish. `ooze completion fish` prints this script.\n";
  const auto literal = [](const std::string& text) {
    return fmt::format("'{}'", replaced(replaced(text, '\\', "\\\\"), '\'', "\\'"));
  };
  for (const CommandSummary& command : commandSummaries()) {
    const std::string condition = command.name.empty()
                                      ? fmt::format("not __fish_seen_subcommand_from {}", any)
                                      : fmt::format("__fish_seen_subcommand_from {}", command.name);
    if (!command.name.empty())
      script +=
          fmt::format("complete -c ooze -n {} -a {} -d {}\n",
                      literal("not __fish_seen_subcommand_from " + any), command.name, literal(command.help));
    bool takesArgument = false;
    for (const CommandOption& option : optionsOf(command.name)) {
      std::string line = fmt::format("complete -c ooze -n {}", literal(condition));
      for (const std::string& name : option.names) {
        if (name.starts_with("--"))
          line += " -l " + name.substr(2);
        else if (name.starts_with("-"))
          line += " -s " + name.substr(1);
      }
      if (option.takesValue) line += fishChoices(valueChoices(option));
      if (option.takesValue && !isArgument(option)) line += " -r";
      takesArgument = takesArgument || isArgument(option);
      script += line + " -d " + literal(option.help) + "\n";
    }
    if (!takesArgument) script += fmt::format("complete -c ooze -f -n {}\n", literal(condition));
  }
  return script;
}

}  // namespace

std::string valueName(const CommandOption& option) {
  // CLI11 adds the conditions of numbers behind a colon: "INT:INT in [1 - 8]". Names such as A:B have colons
  // too.
  const std::string type = option.values.substr(0, option.values.find(':'));
  const bool isNumber = type == "INT" || type == "UINT" || type == "FLOAT";
  const std::string name = isNumber ? type : option.values;
  return isNumber ? "NUMBER" : name.empty() ? option.names.front() : name;
}

namespace {

/// Returns the keys of --set that need no scene: the parameters of all methods and of the world.
Strings settingKeys() {
  Strings keys;
  for (const MethodRow& method : methodRegistry())
    for (const ParameterInfo& row : method.parameters()) keys.emplace_back(row.key);
  for (const ParameterInfo& row : worldParameters()) keys.push_back(fmt::format("world.{}", row.key));
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

Strings lightKeys() {
  Strings keys{"colour"};
  for (const LightParameter& row : kLightParameters) keys.emplace_back(row.key);
  return keys;
}

/// Returns the keys of all quantities that colour liquid.
Strings quantityKeys() {
  Strings keys{std::string(kLookField.key), std::string(kMaterialField.key), std::string(kSpeedField.key)};
  for (const MethodRow& method : methodRegistry())
    for (const Field& field : method.fields)
      if (std::find(keys.begin(), keys.end(), field.key) == keys.end()) keys.emplace_back(field.key);
  return keys;
}

}  // namespace

ValueChoices valueChoices(const CommandOption& option) {
  ValueChoices choices;
  if (!option.takesValue) return choices;
  if (option.values == kSettingValue || option.values == kVariedValue) choices.keys = settingKeys();
  if (option.values == kLightValue) choices.keys = lightKeys();
  if (option.values == kQuantityValue) choices.words = quantityKeys();
  std::istringstream words(replaced(valueName(option), '|', " "));
  for (std::string word; words >> word;) {
    if (word == "SCENE" || word == "NAME") choices.lists.emplace_back("scenes");
    if (word == "NAME") choices.lists.emplace_back("materials");
    if (word == "METHOD") choices.lists.emplace_back("methods");
    if (word == "SCENE" || word.starts_with("FILE")) choices.files = true;
    if (word == "DIR") choices.folders = true;
    const bool isWord =
        std::all_of(word.begin(), word.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
    // The endings of "FILE.ply|obj" are no words.
    if (isWord && !valueName(option).starts_with("FILE")) choices.words.push_back(word);
  }
  return choices;
}

Shell parseShell(std::string_view name) {
  Strings known;
  for (const auto& [word, shell] : kShells) {
    if (name == word) return shell;
    known.emplace_back(word);
  }
  throw InputError(fmt::format("unknown shell \"{}\"{} (known: {})", name, suggestion(name, known),
                               fmt::join(known, ", ")));
}

std::string completionScript(Shell shell) {
  if (shell == Shell::Bash) return bashScript();
  return shell == Shell::Zsh ? zshScript() : fishScript();
}

int completionCommand(const CompletionOptions& options) {
  fmt::print("{}", completionScript(options.shell));
  return 0;
}

}  // namespace ooze
