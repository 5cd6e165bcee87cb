// The manual in the real window.
#include "window_fixture.h"

#include <gtest/gtest.h>

namespace ooze {
namespace {

class ManualWindowTest : public WindowTest {
 protected:
  static auto showsPage(const std::string& page) {
    return [page](const Json& r) { return r["window"]["manual"] == page; };
  }
};

TEST_F(ManualWindowTest, F1OpensItALinkAndTheSearchTurnPagesAndEscapeClosesIt) {
  start();
  pause();
  key("F1");
  waitFor("the manual is open", showsPage("index.md"));
  keepPicture("window_manual_index", server_.screenshot());
  // Follows the first link, goes back, picks a page from the list, and opens the first place that a search
  // finds.
  act("mousemove 372 198 click 1");
  waitFor("the link has turned the page", showsPage("tour.md"));
  act("mousemove 145 47 click 1");
  waitFor("Back has turned the page", showsPage("index.md"));
  act("mousemove 80 210 click 1");
  waitFor("the list has turned the page", showsPage("keys.md"));
  act("mousemove 180 84 click 1");
  act("type turntable");
  act("key Return");
  waitFor("the search has turned the page",
          [](const Json& r) { return r["window"]["manual"] != "keys.md" && r["window"]["manual"] != ""; });
  keepPicture("window_manual_search", server_.screenshot());
  key("F1");
  waitFor("F1 closes it", showsPage(""));
  key("5");
  key("F1");
  waitFor("the armed tool has its section", showsPage("window.md"));
  key("Escape");
  const Json report = waitFor("the manual is closed", showsPage(""));
  EXPECT_EQ(report["playing"], false) << "no key went through to the world while a field had it";
  key("F1");
  waitFor("it opens where it was", showsPage("window.md"));
  close();
}

}  // namespace
}  // namespace ooze
