// The manual's pages against the program: keys, flags, panels, parameters, links, scenes and materials. A
// page that says something else than the program fails here.
#include "ooze/scene/scene.h"

#include "app/commands/commands.h"
#include "base/file.h"
#include "export/format_table.h"
#include "manual/manual.h"
#include "program_fixture.h"
#include "ui/panels/panel.h"
#include "ui/state/key_maps.h"
#include "ui/state/shortcuts.h"
#include "verify/report.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace ooze {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAreArray;
using Strings = std::vector<std::string>;
using BlockKind = ManualBlock::BlockKind;

std::filesystem::path manualFolder() { return std::filesystem::path(sourceFolder()) / "assets" / "manual"; }

class ManualText : public Program {
 protected:
  ManualText() { manual_.load(); }

  const ManualPage& page(const std::string& name) const {
    const auto found = manual_.find(name);
    if (!found) throw std::runtime_error("there is no page " + name);
    return manual_.pages()[*found];
  }
  /// Calls `visit(page, text)` with every piece of text that wraps as one.
  template <class Visit>
  void forEachText(Visit visit) const {
    for (const ManualPage& page : manual_.pages())
      for (const ManualBlock& block : page.blocks) {
        visit(page, block.text);
        for (const auto& row : block.table.rows)
          for (const RichText& cell : row) visit(page, cell);
      }
  }
  /// Each code span and each line of a code block, with its page. Lines that end in a backslash are joined.
  std::vector<std::pair<std::string, std::string>> code() const {
    std::vector<std::pair<std::string, std::string>> found;
    forEachText([&](const ManualPage& page, const RichText& text) {
      for (const TextRun& run : text)
        if (run.code) found.emplace_back(page.name, run.text);
    });
    for (const ManualPage& page : manual_.pages())
      for (const ManualBlock& block : page.blocks) {
        if (block.kind != BlockKind::Code) continue;
        std::istringstream lines(std::regex_replace(block.code, std::regex(R"(\\\n\s*)"), " "));
        for (std::string line; std::getline(lines, line);) found.emplace_back(page.name, line);
      }
    return found;
  }

  Manual manual_{{manualFolder()}};
};

/// The code spans of a cell.
Strings codeOf(const RichText& cell) {
  Strings spans;
  for (const TextRun& run : cell)
    if (run.code) spans.push_back(run.text);
  return spans;
}

TEST_F(ManualText, EveryPageIsGoodAndTheIndexLinksToIt) {
  for (const ManualPage& page : manual_.pages()) {
    EXPECT_EQ(page.problem, "");
    EXPECT_TRUE(page.name == "index.md" || !page.group.empty()) << page.name << " is not in index.md";
  }
}

TEST_F(ManualText, EveryLinkAndAnchorHolds) {
  int links = 0;
  forEachText([&](const ManualPage& page, const RichText& text) {
    for (const TextRun& run : text) {
      if (run.link.empty()) continue;
      ++links;
      EXPECT_NE(manual_.resolve(*manual_.find(page.name), run.link).kind, ManualTarget::LinkKind::Missing)
          << page.name << " links to " << run.link;
    }
  });
  EXPECT_GT(links, 30);
}

// The places that F1 opens.
TEST_F(ManualText, EverySectionThatTheProgramOpensIsThere) {
  using ui::Action;
  Strings topics;
  ui::InterfaceState state;
  for (const ui::Shortcut& s : ui::shortcuts(ui::KeyMap::Ooze)) {
    state.tool = s.action;
    topics.push_back(ui::manualTopic(state, "clavet"));
  }
  state.tool = Action::CameraTool;
  state.microscopeOn = true;
  topics.push_back(ui::manualTopic(state, "clavet"));
  state.microscopeOn = false;
  state.comparing = true;
  topics.push_back(ui::manualTopic(state, "clavet"));
  state.explained = parseSetting("material.honey.friction");
  for (const MethodRow& method : methodRegistry()) topics.push_back(ui::manualTopic(state, method.key));
  state.helpVisible = true;
  topics.push_back(ui::manualTopic(state, "clavet"));
  for (const std::string& topic : topics)
    if (!topic.empty()) {
      EXPECT_EQ(manual_.resolve(0, topic).kind, ManualTarget::LinkKind::Page) << topic;
    }
}

TEST_F(ManualText, KeysAreThoseOfTheShortcutTable) {
  Strings known, written;
  std::string heading;
  for (const ui::KeyMapRow& map : ui::keyMaps()) heading += std::string(map.title) + "  ";
  for (const ui::Shortcut& s : ui::shortcuts(ui::KeyMap::Ooze)) {
    if (s.chord.key == 0) continue;
    std::string row;
    for (const ui::KeyMapRow& map : ui::keyMaps())
      row += fmt::format("`{}` | ", ui::keyName(s.action, map.map));
    known.push_back(fmt::format("{}{} | {}", row, s.label, ui::menuTitle(s.menu)));
  }
  for (const ManualBlock& block : page("keys.md").blocks) {
    if (block.kind != BlockKind::Table || plainText(block.table.rows[0]) != heading + "what it does  context")
      continue;
    for (std::size_t r = 1; r < block.table.rows.size(); ++r) {
      const auto& row = block.table.rows[r];
      written.push_back(fmt::format("`{}` | `{}` | `{}` | {} | {}", plainText(row[0]), plainText(row[1]),
                                    plainText(row[2]), plainText(row[3]), plainText(row[4])));
    }
  }
  for (const std::string& row : known)
    EXPECT_EQ(std::count(written.begin(), written.end(), row), 1)
        << "keys.md needs the row | " << row << " |";
  for (const std::string& row : written)
    EXPECT_EQ(std::count(known.begin(), known.end(), row), 1) << "no key of the program is | " << row << " |";
}

TEST_F(ManualText, PanelsAreThoseOfTheWindow) {
  Strings known, written;
  for (const ui::Panel& panel : ui::panels()) known.emplace_back(panel.title);
  known.emplace_back("Dialogs");
  for (const ManualBlock& block : page("panels.md").blocks)
    if (block.kind == BlockKind::Heading && block.level == 2) written.push_back(plainText(block));
  EXPECT_THAT(written, UnorderedElementsAreArray(known));
}

/// A row of the table of a command's options.
struct WrittenOption {
  Strings names;
  std::string values, standard;
};

/// The options of each command as command_line.md has them, by the command's name; "": the program itself.
std::map<std::string, std::vector<WrittenOption>> writtenOptions(const ManualPage& page) {
  std::map<std::string, std::vector<WrittenOption>> commands;
  std::string command = "none";
  for (const ManualBlock& block : page.blocks) {
    if (block.kind == BlockKind::Heading) {
      const std::string text = plainText(block);
      command = text == "ooze" ? "" : text.starts_with("ooze ") ? text.substr(5) : "none";
      if (command != "none") commands[command];
    }
    if (command == "none" || block.kind != BlockKind::Table || block.table.columns.size() != 4) continue;
    for (std::size_t r = 1; r < block.table.rows.size(); ++r) {
      const auto& row = block.table.rows[r];
      commands[command].push_back({codeOf(row[0]), plainText(row[1]), plainText(row[2])});
    }
    command = "none";
  }
  return commands;
}

/// The default that the program knows, as the manual writes it; "": it knows none.
std::string knownDefault(const CommandOption& option) {
  if (option.required) return "required";
  const std::string& text = option.standard;
  return text == "\"\"" || text == "[]" || text == "{}" || text == "false" ? "" : text;
}

TEST_F(ManualText, CommandsAndFlagsAreThoseOfTheProgram) {
  auto written = writtenOptions(page("command_line.md"));
  std::set<std::string> commands;
  for (const CommandOption& option : commandOptions()) {
    commands.insert(option.command);
    const std::string what = "\"ooze " + option.command + "\": " + option.names.back();
    std::vector<WrittenOption>& rows = written[option.command];
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const WrittenOption& w) { return w.names == option.names; });
    if (row == rows.end()) {
      ADD_FAILURE() << what << " is not in command_line.md";
      continue;
    }
    const std::string standard = knownDefault(option);
    if (!standard.empty() || row->standard == "required") {
      EXPECT_EQ(row->standard, standard) << what << ": its default";
    }
    std::smatch range;
    if (std::regex_search(option.values, range, std::regex(R"(\[(\S+) - (\S+)\])"))) {
      EXPECT_EQ(row->values.substr(0, row->values.find(" s")),
                fmt::format("{} to {}", range[1].str(), range[2].str()))
          << what << ": its range";
    }
    rows.erase(row);
  }
  for (const auto& [command, rows] : written) {
    EXPECT_TRUE(commands.contains(command)) << "there is no command \"ooze " << command << "\"";
    for (const WrittenOption& row : rows)
      ADD_FAILURE() << "\"ooze " << command << "\" has no " << testing::PrintToString(row.names);
  }
}

TEST_F(ManualText, EveryCommandThatIsShownHasTheFlagsThatItIsGiven) {
  std::map<std::string, std::set<std::string>> flags;
  std::set<std::string> all;
  for (const CommandOption& option : commandOptions())
    for (const std::string& name : option.names) flags[option.command].insert(name), all.insert(name);
  int examples = 0;
  for (const auto& [page, text] : code()) {
    std::istringstream words(text);
    std::string word, command;
    words >> word;
    const bool isCommand = word == "ooze" || word.ends_with("/ooze");
    if (!isCommand && !std::regex_match(text, std::regex("--[a-z].*"))) continue;
    const std::set<std::string>* known = &all;
    if (isCommand) {
      ++examples;
      if (words >> command; !flags.contains(command)) command.clear();
      known = &flags[command];
      words.clear();
    }
    words.str(text);
    words.clear();
    while (words >> word && word != "|" && word != "&&") {
      if (!word.starts_with("--")) continue;
      const std::string flag = word.substr(0, word.find('='));
      EXPECT_TRUE(known->contains(flag)) << page << ": " << text << ": there is no " << flag;
    }
  }
  EXPECT_GT(examples, 10);
}

// Names of scenes begin with the key of their method.
TEST_F(ManualText, EverySceneThatIsNamedExists) {
  std::map<std::string, std::string> titles;
  for (const auto& scene : nlohmann::json::parse(run("list scenes --json").out))
    titles[scene["name"]] = scene["title"];
  std::string methods;
  for (const MethodRow& method : methodRegistry())
    methods += (methods.empty() ? "" : "|") + std::string(method.key);
  const std::regex name("(?:^|[ /`\"])((?:" + methods + ")_[a-z0-9_]+)(?![a-z0-9_.])");
  int named = 0;
  for (const auto& [page, text] : code())
    for (std::sregex_iterator match(text.begin(), text.end(), name), end; match != end; ++match) {
      ++named;
      EXPECT_TRUE(titles.contains((*match)[1])) << page << " names a scene " << (*match)[1];
    }
  EXPECT_GT(named, 20);
  // Tables of a method's scenes have their titles, and the tour names scenes in bold by their titles.
  std::set<std::string> known;
  for (const auto& [key, title] : titles) known.insert(title);
  for (const ManualPage& page : manual_.pages())
    for (const ManualBlock& block : page.blocks) {
      if (block.kind != BlockKind::Table || !plainText(block.table.rows[0]).starts_with("scene  title"))
        continue;
      for (std::size_t r = 1; r < block.table.rows.size(); ++r)
        EXPECT_EQ(plainText(block.table.rows[r][1]), titles[plainText(block.table.rows[r][0])]) << page.name;
    }
  forEachText([&](const ManualPage& page, const RichText& text) {
    for (const TextRun& run : text)
      if (run.bold && std::regex_match(run.text, std::regex(R"([A-Z].* \([a-z ]+\))"))) {
        EXPECT_TRUE(known.contains(run.text)) << page.name << " names a scene " << run.text;
      }
  });
}

TEST_F(ManualText, EveryMaterialThatIsNamedExists) {
  std::set<std::string> names;
  for (const Listing& material : listMaterials()) names.insert(material.name);
  const std::regex target(R"((?:material\.([a-z_]+)\.|pair\.([a-z_]+)\.([a-z_]+)\.))");
  int named = 0;
  for (const auto& [page, text] : code())
    for (std::sregex_iterator match(text.begin(), text.end(), target), end; match != end; ++match)
      for (std::size_t group = 1; group <= 3; ++group) {
        if (!(*match)[group].matched || (*match)[group] == "schema") continue;
        ++named;
        EXPECT_TRUE(names.contains((*match)[group])) << page << " names a material " << (*match)[group];
      }
  EXPECT_GT(named, 1);
}

/// The text between the markers of a method's page, and where it stands.
struct MarkedTable {
  std::size_t begin = 0, length = 0;
};

MarkedTable markedTable(const std::string& text, std::string_view method) {
  const std::string first =
      fmt::format("<!-- parameters of {0}: written by \"ooze list parameters --markdown {0}\" -->\n", method);
  const std::size_t begin = text.find(first), end = text.find("<!-- end of parameters -->");
  if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
  return {begin + first.size(), end - begin - first.size()};
}

/// "" if two texts are the same, else the first line that differs in both.
std::string firstDifference(const std::string& written, const std::string& known) {
  if (written == known) return "";
  std::istringstream a(written), b(known);
  std::string lineA, lineB;
  do {
    if (!std::getline(a, lineA)) lineA.clear();
    if (!std::getline(b, lineB)) lineB.clear();
  } while (lineA == lineB && (a || b));
  return "page:    " + lineA + "\nprogram: " + lineB;
}

// assets/verified.json holds the measured values: `ooze verify --report assets/verified.json` writes the
// file.
TEST_F(ManualText, EachMethodsPageHasTheTableOfTheShippedReport) {
  const auto report = nlohmann::ordered_json::parse(readText(findAsset("verified.json")));
  for (const MethodRow& method : methodRegistry()) {
    const std::vector<verify::CheckedRow> rows = verify::rowsOf(report, method);
    for (const verify::CheckedRow& row : rows) EXPECT_EQ(row.failure, "") << row.row.quantity;
    for (const auto& part : report)
      for (std::size_t r = 0; part.at("method") == method.key && r < rows.size(); ++r)
        EXPECT_NEAR(part.at("rows").at(r).at("expected").get<double>(), rows[r].row.expected,
                    1e-4 * std::abs(rows[r].row.expected))
            << method.key << ": " << rows[r].row.quantity;
    const std::filesystem::path file = manualFolder() / fmt::format("method_{}.md", method.key);
    std::string text = readText(file);
    const std::string first =
        fmt::format("<!-- laws of {0}: written by \"ooze verify {0} --markdown\" -->\n\n", method.key);
    const std::size_t found = text.find(first), end = text.find("\n<!-- end of laws -->");
    ASSERT_TRUE(found != std::string::npos && end != std::string::npos)
        << file << " needs a section \"Verified\"";
    const std::size_t begin = found + first.size();
    const std::string table = verify::markdownTable(rows);
    if (std::getenv("OOZE_UPDATE_MANUAL"))
      writeFile(file, text.replace(begin, end - begin, table));
    else
      EXPECT_EQ(firstDifference(text.substr(begin, end - begin), table), "")
          << file << ": run this test with OOZE_UPDATE_MANUAL=1";
  }
}

TEST_F(ManualText, FormatsAreThoseOfTheProgram) {
  const std::filesystem::path file = manualFolder() / "files.md";
  std::string text = readText(file);
  const std::size_t begin = text.find('\n', text.find("<!-- formats:")) + 1,
                    end = text.find("<!-- end of formats -->");
  ASSERT_LE(begin, end);
  const std::string expected = "\n" + exportFormatTable(true) + "\n";
  if (std::getenv("OOZE_UPDATE_MANUAL")) {
    text.replace(begin, end - begin, expected);
    writeFile(file, text);
    return;
  }
  EXPECT_EQ(firstDifference(text.substr(begin, end - begin), expected), "")
      << "files.md has another table than \"ooze export --list\". Run this test with OOZE_UPDATE_MANUAL=1.";
}

TEST_F(ManualText, EachMethodHasItsPageWithItsParameters) {
  for (const MethodRow& method : methodRegistry()) {
    const std::string name = fmt::format("method_{}.md", method.key);
    const std::filesystem::path file = manualFolder() / name;
    ASSERT_TRUE(std::filesystem::exists(file)) << "the manual needs a page " << name;
    std::string text = readText(file);
    const MarkedTable table = markedTable(text, method.key);
    ASSERT_GT(table.length, 0u) << name << " needs the two markers that the other methods' pages have";
    const std::string expected = "\n" + parameterTable(method) + "\n";
    if (std::getenv("OOZE_UPDATE_MANUAL")) {
      text.replace(table.begin, table.length, expected);
      writeFile(file, text);
      continue;
    }
    EXPECT_EQ(firstDifference(text.substr(table.begin, table.length), expected), "")
        << name << " has other parameters than the program. Put what \"ooze list parameters --markdown "
        << method.key << "\" prints between its markers, or run this test with OOZE_UPDATE_MANUAL=1.";
    for (const char* section : {"what-it-is-for", "what-it-cannot-do", "parameters", "figures", "paper"})
      EXPECT_TRUE(findSection(page(name), section)) << name << " needs the section " << section;
    EXPECT_NE(text.find("https://doi.org/"), std::string::npos) << name << " needs the DOI of its paper";
  }
}

}  // namespace
}  // namespace ooze
