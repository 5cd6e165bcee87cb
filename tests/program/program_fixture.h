// A test fixture that runs the built program in a folder of its own.
#pragma once

#include "base/file.h"
#include "fixtures/places.h"
#include "fixtures/temporary_folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/wait.h>
#include <vector>

namespace ooze {

struct Outcome {
  int code;
  std::string out, err;
};

/// Runs the program in a folder of its own. The folder must hold nothing but the expected files at the end.
class Program : public testing::Test {
 protected:
  Program() { writeFile(folder_ / "little.json", std::string_view(kLittle)); }

  Outcome run(const std::string& arguments, const std::string& wrapper = "") const {
    const std::string command = "cd '" + folder_.string() + "' && " + wrapper + "'" + programFile() + "' " +
                                arguments + " >.out 2>.err </dev/null";
    const int status = std::system(command.c_str());
    Outcome o{WIFEXITED(status) ? WEXITSTATUS(status) : -1, readText(folder_ / ".out"),
              readText(folder_ / ".err")};
    std::filesystem::remove(folder_ / ".out");
    std::filesystem::remove(folder_ / ".err");
    return o;
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      names.push_back(entry.path().filename());
    return names;
  }
  /// Expects invalid input to be refused: exit code 2, one line with `message`, and no new file.
  void expectRefused(const std::string& arguments, const std::string& message) const {
    const auto before = files();
    const Outcome o = run(arguments);
    EXPECT_EQ(o.code, 2) << arguments;
    EXPECT_THAT(o.err, testing::StartsWith("ooze: ")) << arguments;
    EXPECT_THAT(o.err, testing::HasSubstr(message)) << arguments;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
    EXPECT_EQ(o.out, "") << arguments;
    EXPECT_THAT(files(), testing::UnorderedElementsAreArray(before)) << arguments;
  }
  nlohmann::json report(const std::string& arguments) const {
    const Outcome o = run(arguments + " --report -");
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.err, "");
    return nlohmann::json::parse(o.out);
  }

  static constexpr const char* kLittle = R"({
  "version": 1, "h": {"coarse": 0.05, "medium": 0.04, "fine": 0.03},
  "duration": 0.1,
  "materials": [{"name": "goo", "file": "slime"}],
  "liquids": [{"name": "drop", "shape": {"sphere": {"radius": 0.06}}, "position": [0, 0.1, 0]}],
  "emitters": [{"name": "spout", "radius": 0.03, "position": [0, 0.4, 0], "speed": 1}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}}],
  "timeline": [{"time": 0.05, "set": "emitter.spout.enabled", "to": 0}]
})";
  TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path();
};

}  // namespace ooze
