// Tests that text from files never becomes a path, a hidden file or a device.
#include "base/file_name.h"

#include "ooze/scene/band_file.h"

#include "base/utf8.h"
#include "scene/material_folder.h"
#include "session/session_folders.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::file_name_test {
namespace {

/// Texts of every kind that must not name a file as they are.
std::vector<std::string> hostileTexts() {
  std::vector<std::string> texts{"/../../x/y",
                                 "../x",
                                 "..",
                                 ".",
                                 "/",
                                 "",
                                 "a/b",
                                 "a\\b",
                                 "C:\\x",
                                 ".hidden",
                                 "...",
                                 "x.",
                                 "x ",
                                 "con",
                                 "NUL.txt",
                                 "LPT1",
                                 "com0.a.b",
                                 "a%04d",
                                 "a\nb",
                                 "a\x1b[2Jb",
                                 "a\x7f",
                                 "a:b|c*d",
                                 "\xff\xfe",
                                 "\xe2\x80\xae gpj",
                                 "a\xe2\x80\x8b"
                                 "b",
                                 std::string("a\0b", 3),
                                 std::string(300, 'x'),
                                 std::string(299, 'x') + "\xc3\xa4",
                                 std::string(300, '/')};
  for (std::string umlauts; texts.size() < 30; texts.push_back(umlauts))
    while (umlauts.size() < 300) umlauts += "\xc3\xa4";
  return texts;
}

void expectPlainName(const std::string& name, const std::string& text) {
  const std::filesystem::path path(name);
  EXPECT_EQ(path.filename(), path) << text;
  EXPECT_FALSE(name.empty() || name.starts_with('.')) << text;
  EXPECT_LE(name.size(), 160u) << text;
  EXPECT_EQ(name.find_first_of("/\\:*?\"<>|%"), std::string::npos) << text;
  EXPECT_EQ(replaceInvisible(name), name) << text;
  for (std::string_view rest = name; !rest.empty(); rest.remove_prefix(firstCharacter(rest).bytes))
    ASSERT_TRUE(firstCharacter(rest).sound) << text;
}

TEST(FileNameOf, KeepsPlainNames) {
  for (const char* plain : {"clavet_pour_bunny", "my scene 2", "a.b-c", "Z\xc3\xa4he", "console", "LPT10"})
    EXPECT_EQ(fileNameOf(plain), plain);
}

TEST(FileNameOf, IsNoPathNoHiddenFileAndNoDevice) {
  for (const std::string& text : hostileTexts()) {
    const std::string name = fileNameOf(text);
    expectPlainName(name, text);
    EXPECT_FALSE(name.ends_with('.') || name.ends_with(' ')) << text;
    EXPECT_EQ(fileNameOf(name), name) << text;
  }
  for (const char* device : {"con", "NUL.txt", "LPT1", "com0.a.b", "Aux ", "prn."})
    EXPECT_EQ(fileNameOf(device).front(), '_') << device;
}

TEST(FileNameOf, NamesEveryFileThatIsNamedAfterATextOfAFile) {
  const std::filesystem::path folder = "/home/someone/sessions";
  for (const std::string& text : hostileTexts()) {
    for (const std::filesystem::path& file : {placeForUnsaved(folder, text), bandFilePath(folder, text, 3)}) {
      EXPECT_EQ(file.lexically_normal().parent_path(), folder) << text;
      expectPlainName(file.filename().string(), text);
    }
    expectPlainName(nameFromTitle(text), text);
  }
}

}  // namespace
}  // namespace ooze::file_name_test
