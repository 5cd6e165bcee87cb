// Tests of the manual page and of the scripts for shells: both name every option, and bash completes.
#include "ooze/methods/method.h"

#include "app/commands/shell_completion.h"
#include "program_fixture.h"
#include "world/commands/setting_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <sstream>

namespace ooze::completion_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Strings = std::vector<std::string>;

class Completion : public Program {
 protected:
  /// Returns what bash offers in the place of the last word.
  Strings offers(const Strings& words) const {
    std::string line;
    for (const std::string& word : words) line += fmt::format(" '{}'", word);
    writeFile(folder_ / "complete.bash",
              fmt::format("source <('{0}' completion bash)\nCOMP_WORDS=({1})\nCOMP_CWORD={2}\n_ooze '{0}'\n"
                          "printf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
                          programFile(), line, words.size() - 1));
    EXPECT_EQ(std::system(fmt::format("cd '{}' && bash complete.bash >offers", folder_.string()).c_str()), 0);
    std::istringstream lines(readText(folder_ / "offers"));
    Strings found;
    for (std::string offer; std::getline(lines, offer);)
      if (!offer.empty()) found.push_back(offer);
    return found;
  }
};

TEST_F(Completion, BashOffersCommandsOptionsValuesAndNames) {
  EXPECT_THAT(offers({"ooze", "re"}), ElementsAre("render"));
  EXPECT_THAT(offers({"ooze", "render", "--detai"}), ElementsAre("--detail"));
  EXPECT_THAT(offers({"ooze", "render", "--detail", ""}), ElementsAre("draft", "coarse", "medium", "fine"));
  EXPECT_THAT(offers({"ooze", "clavet_pour_b"}), ElementsAre("clavet_pour_bunny"));
  EXPECT_THAT(offers({"ooze", "run", "clavet_pour_b"}), ElementsAre("clavet_pour_bunny"));
  EXPECT_THAT(offers({"ooze", "verify", "m"}), ElementsAre("mps"));
  EXPECT_THAT(offers({"ooze", "run", "--threads", ""}), IsEmpty());
  EXPECT_THAT(offers({"ooze", "run", "--set", "viscosity_lin"}), ElementsAre("viscosity_linear="));
  EXPECT_THAT(offers({"ooze", "render", "--set", "world.gravity_"}),
              ElementsAre("world.gravity_x=", "world.gravity_y=", "world.gravity_z="));
  EXPECT_THAT(offers({"ooze", "sweep", "--vary", "world.gravity_y"}), ElementsAre("world.gravity_y="));
  EXPECT_THAT(offers({"ooze", "render", "--light", "bri"}), ElementsAre("brightness="));
  EXPECT_THAT(offers({"ooze", "render", "--colour", "div"}), ElementsAre("divergence"));
  writeFile(folder_ / "a b.ooze", std::string_view("x"));
  EXPECT_THAT(offers({"ooze", "run", "--restore", "a"}), ElementsAre("a b.ooze"));
}

TEST_F(Completion, EveryShellAndTheManualPageKnowEveryOption) {
  const std::string zsh = run("completion zsh").out;
  const std::string fish = run("completion fish").out, man = run("man").out;
  std::map<std::string, Strings> offered;  // options of each command
  for (const CommandOption& option : commandOptions()) {
    const std::string& name = option.names.back();
    if (!name.starts_with("--")) continue;
    const std::string where = fmt::format("{} {}", option.command, name);
    if (!offered.contains(option.command))
      offered[option.command] =
          option.command.empty() ? offers({"ooze", "--"}) : offers({"ooze", option.command, "--"});
    EXPECT_THAT(offered[option.command], testing::Contains(name)) << where;
    EXPECT_THAT(zsh, HasSubstr(name + "[")) << where;
    EXPECT_THAT(fish, HasSubstr(" -l " + name.substr(2) + " ")) << where;
    std::string written;
    for (const char c : name) written += c == '-' ? "\\-" : std::string(1, c);
    const std::size_t section = man.find(option.command.empty() ? ".SH OPTIONS OF THE WINDOW\n"
                                                                : ".SS ooze " + option.command + "\n");
    ASSERT_NE(section, std::string::npos) << option.command;
    EXPECT_NE(man.substr(section, man.find("\n.S", section + 1) - section).find("\\fB" + written + "\\fR"),
              std::string::npos)
        << where << " is not in the manual page";
  }
  for (const CommandSummary& command : commandSummaries()) {
    EXPECT_THAT(zsh, HasSubstr("'" + command.name)) << command.name;
    EXPECT_THAT(fish, HasSubstr("-a " + command.name)) << command.name;
  }
}

TEST_F(Completion, TheManualPageHasTheVersionAndTheVariablesOfTheManual) {
  const std::string man = run("man").out;
  EXPECT_THAT(man, HasSubstr(fmt::format("\"Ooze {}\"", programVersion())));
  EXPECT_THAT(run("--version").out, HasSubstr(programVersion()));
  const std::string page = readText(sourceFolder() + "/assets/manual/command_line.md");
  std::istringstream lines(page.substr(page.find("## Environment")));
  int variables = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find("| `"), end = line.find("` |");
    for (std::istringstream names(begin == 0 ? line.substr(0, end + 1) : ""); std::getline(names, line, '`');)
      if (line.starts_with("OOZE_") || line.starts_with("XDG_")) {
        ++variables;
        EXPECT_THAT(man, HasSubstr(line));
      }
  }
  EXPECT_GT(variables, 4);
}

TEST_F(Completion, EveryOfferedKeyOfSetIsAccepted) {
  const std::vector<CommandOption> options = commandOptions();
  const auto set = std::find_if(options.begin(), options.end(), [](const CommandOption& option) {
    return option.command == "run" && option.names.back() == "--set";
  });
  ASSERT_NE(set, options.end());
  Strings offered = valueChoices(*set).keys;
  // The first scene of each method takes its own keys with the values that they have by default.
  for (const auto& [method, scene] :
       std::map<std::string, std::string>{{"clavet", "clavet_oscillating_drop"},
                                          {"steele", "steele_honey_drop"},
                                          {"shape_matching", "shape_matching_cube_alpha"},
                                          {"mps", "mps_still_water"},
                                          {"rasmussen", "rasmussen_two_drops"}}) {
    std::string command = fmt::format("run {} --detail draft --frames 0", scene);
    const auto add = [&](const std::string& key, float value) {
      EXPECT_THAT(valueChoices(*set).keys, testing::Contains(key));
      command += fmt::format(" --set {}={}", key, value);
      std::erase(offered, key);
    };
    for (const ParameterInfo& row : findMethod(method).parameters())
      add(std::string(row.key), row.defaultValue);
    for (const ParameterInfo& row : worldParameters())
      add(fmt::format("world.{}", row.key), row.defaultValue);
    const auto done = run(command);
    EXPECT_EQ(done.code, 0) << method << ": " << done.err;
  }
  EXPECT_THAT(offered, IsEmpty());
}

TEST_F(Completion, UnknownShellsAreOneLine) {
  expectRefused("completion fihs", "did you mean \"fish\"?");
  expectRefused("completion", "SHELL");
}

// Lines of troff that begin with a full stop are requests. A help text must not become one.
TEST_F(Completion, TheManualPageHasOnlyKnownRequests) {
  const std::string page = run("man").out;
  EXPECT_THAT(page, testing::HasSubstr("KEY=A:B:N"));
  EXPECT_THAT(page, testing::HasSubstr("X,Y,Z:X,Y,Z[:DEGREES]"));
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(".") || line.starts_with("'")) {
      EXPECT_THAT((Strings{".TH", ".SH", ".SS", ".TP", ".PP", ".br", ".nf", ".fi"}),
                  testing::Contains(line.substr(0, 3)))
          << line;
    }
}

}  // namespace
}  // namespace ooze::completion_test
