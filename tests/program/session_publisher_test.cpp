// Tests of the messages that a session publishes about liquid that is missing or held back.
#include "session/session_publisher.h"

#include "live_world_fixture.h"

#include <gtest/gtest.h>

namespace ooze::session_publisher_test {
namespace {

class SessionPublisherTest : public LiveWorldTest {
 protected:
  /// Runs the world, and returns how many messages say that a nozzle was blocked.
  int blockagesSaid(LiveWorld& live, double seconds) {
    const double end = live.world().time() + seconds;
    while (live.world().time() < end) {
      frames(live, 1);
      publisher_.publish(live);
    }
    return shared_.with([](SharedSession::SessionState& s) {
      int count = 0;
      for (const Message& message : std::exchange(s.messages, {}))
        count += message.text.starts_with("A nozzle was blocked");
      return count;
    });
  }

  SharedSession shared_{[] {}};
  StepInspector inspector_;
  SessionPublisher publisher_{shared_, inspector_, 1};
};

TEST_F(SessionPublisherTest, SaysAgainThatANozzleIsBlockedAfterItWasFree) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{"bodies.add_collider_sphere", {0.f, 0.2f, 0.f, 0.03f}}});
  EXPECT_EQ(blockagesSaid(live, 1.0), 1);
  EXPECT_EQ(blockagesSaid(live, 1.0), 0) << "the blockage goes on";
  edit(live, {{"body.placed 1.present", {0.f}}, {"emitter.spout.enabled", {0.f}}});
  EXPECT_EQ(blockagesSaid(live, 3.5), 0);
  edit(live, {{"body.placed 1.present", {1.f}}, {"emitter.spout.enabled", {1.f}}});
  EXPECT_EQ(blockagesSaid(live, 1.0), 1);
  live.restart();
  EXPECT_EQ(blockagesSaid(live, 0.2), 0);
  edit(live, {{"bodies.add_collider_sphere", {0.f, 0.2f, 0.f, 0.03f}}});
  EXPECT_EQ(blockagesSaid(live, 1.0), 1) << "a restart is another run";
}

}  // namespace
}  // namespace ooze::session_publisher_test
