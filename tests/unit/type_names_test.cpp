// Tests that a type name means one thing in the whole tree, so that a search for the name finds its
// definition.
#include "fixtures/places.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

/// File names of the definitions of each type name. A file occurs once per name.
using Definitions = std::map<std::string, std::set<std::string>>;

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Returns the name that a line defines as a class, struct, union or enumeration, or "" if the line defines
/// none. A forward declaration and the definition of a nested class outside its class (`class A::B {`) define
/// none.
std::string definedType(std::string_view line) {
  const auto skipSpaces = [&] { line.remove_prefix(std::min(line.find_first_not_of(' '), line.size())); };
  const auto takeWord = [&] {
    const auto end = std::find_if_not(line.begin(), line.end(), isWordCharacter);
    const std::string word(line.begin(), end);
    line.remove_prefix(word.size());
    skipSpaces();
    return word;
  };
  skipSpaces();
  std::string word = takeWord();
  if (word != "class" && word != "struct" && word != "union" && word != "enum") return "";
  const bool isEnumeration = word == "enum";
  word = takeWord();
  if (isEnumeration && (word == "class" || word == "struct")) word = takeWord();
  if (word.empty() || std::isupper(static_cast<unsigned char>(word[0])) == 0) return "";
  std::string_view rest = line;
  if (rest.starts_with("final")) {
    rest.remove_prefix(5);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  }
  const bool opensBody = rest.starts_with("{") || (rest.starts_with(":") && !rest.starts_with("::"));
  return opensBody ? word : "";
}

void addDefinitions(const std::string& file, std::istream& text, Definitions& found) {
  for (std::string line; std::getline(text, line);)
    if (const std::string name = definedType(line); !name.empty()) found[name].insert(file);
}

Definitions definitionsOfTree() {
  Definitions found;
  const fs::path root = ooze::sourceFolder();
  for (const char* folder : {"src", "include"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (!entry.is_regular_file() || (extension != ".h" && extension != ".cpp")) continue;
      std::ifstream text(entry.path());
      addDefinitions(fs::relative(entry.path(), root).generic_string(), text, found);
    }
  return found;
}

/// Returns the folder src/methods/METHOD/ of a file of a method, or "" for any other file.
std::string methodFolder(const std::string& file) {
  constexpr std::string_view kMethods = "src/methods/";
  if (!file.starts_with(kMethods)) return "";
  const std::size_t end = file.find('/', kMethods.size());
  return end == std::string::npos ? "" : file.substr(0, end + 1);
}

/// Returns "NAME: FILE, FILE" for each name that several files define. Every method has a namespace of its
/// own, and a name may have one definition in each of them: `clavet::Material` and `mps::Material` play the
/// same part.
std::vector<std::string> repeatedNames(const Definitions& found) {
  std::vector<std::string> repeated;
  for (const auto& [name, files] : found) {
    std::set<std::string> methods;
    const bool isOnePerMethod = std::ranges::all_of(files, [&](const std::string& file) {
      const std::string method = methodFolder(file);
      return !method.empty() && methods.insert(method).second;
    });
    if (files.size() < 2 || isOnePerMethod) continue;
    std::string line = name + ":";
    for (const std::string& file : files) line += " " + file;
    repeated.push_back(line);
  }
  return repeated;
}

Definitions definitionsIn(const std::map<std::string, std::string>& files) {
  Definitions found;
  for (const auto& [file, code] : files) {
    std::istringstream text(code);
    addDefinitions(file, text, found);
  }
  return found;
}

TEST(TypeNames, EachNameIsDefinedOnce) {
  const Definitions found = definitionsOfTree();
  EXPECT_GT(found.size(), 900u);  // the scan reads the tree
  EXPECT_THAT(repeatedNames(found), IsEmpty());
}

TEST(TypeNames, ARepeatedNameIsReportedWithItsFiles) {
  EXPECT_THAT(repeatedNames(definitionsIn({{"src/grid/a.h", "struct Cell {\n"},
                                           {"src/ui/b.cpp", "class Cell final : public Base {\n"},
                                           {"src/ui/c.cpp", "  enum class Kind : int { A };\nclass Other;\n"},
                                           {"src/ui/d.cpp", "class Kind;\nclass Other::Kind {\n"}})),
              ElementsAre("Cell: src/grid/a.h src/ui/b.cpp"));
}

TEST(TypeNames, EachMethodMayDefineANameOnce) {
  const std::string code = "struct Material {\n";
  EXPECT_THAT(repeatedNames(definitionsIn(
                  {{"src/methods/clavet/material.h", code}, {"src/methods/mps/material.h", code}})),
              IsEmpty());
  EXPECT_THAT(repeatedNames(definitionsIn({{"src/methods/mps/a.h", code}, {"src/methods/mps/b.h", code}})),
              ElementsAre("Material: src/methods/mps/a.h src/methods/mps/b.h"));
  EXPECT_THAT(repeatedNames(definitionsIn({{"src/methods/clavet/a.h", code}, {"src/ui/b.h", code}})),
              ElementsAre("Material: src/methods/clavet/a.h src/ui/b.h"));
}

}  // namespace
