// Tests of the session writer thread. Sessions are written in order, all of them, even if one of them
// fails.
#include "ooze/world/world.h"

#include "fixtures/small_scene.h"
#include "session/session_saver.h"

#include <future>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(SessionWriterTest, WritesWhatWaitsBeforeItEndsAndGoesOnAfterAFailure) {
  const TemporaryFolder folder;
  const Scene scene = loadScene(folder.write("small.json", kSmallScene).string(), Detail::Coarse);
  const SaveFile save = makeSave(scene, World(scene.world, 1));
  const std::filesystem::path blocked = folder.write("in_the_way", "a file where a folder should be");
  std::vector<std::string> problems;
  std::promise<void> begun, mayGoOn;
  {
    SessionWriter writer;
    EXPECT_FALSE(writer.busy());
    writer.write(folder.path() / "first.ooze", save, [&](const auto&, const std::string& problem) {
      problems.push_back(problem);
      begun.set_value();
      mayGoOn.get_future().wait();
    });
    begun.get_future().wait();
    EXPECT_TRUE(writer.busy());
    const auto note = [&](const auto&, const std::string& problem) { problems.push_back(problem); };
    writer.write(blocked / "second.ooze", save, note);
    writer.write(folder.path() / "new" / "third.ooze", save, note);
    mayGoOn.set_value();
  }
  EXPECT_THAT(problems, ElementsAre("", HasSubstr("in_the_way"), ""));
  EXPECT_EQ(readSave(folder.path() / "new" / "third.ooze").sceneName, "small");
}

}  // namespace
}  // namespace ooze
