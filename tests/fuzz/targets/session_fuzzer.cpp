// Fuzz target for sessions. A session is opened as in the window and seeks along its timeline. The result
// can be saved and opened again.
#include "fixtures/edit_pieces.h"
#include "fuzz/targets/fuzz_target.h"
#include "fuzz/tiny_scene.h"
#include "session/live_world.h"

#include <cstring>
#include <optional>
#include <utility>

namespace ooze {
namespace {

constexpr int kMostSteps = 6;  // most steps of one seek, because frames of a damaged session may be far apart

SaveFile withTinyScene(SaveFile save) {
  save.source = kTinyScene;  // scenes have a fuzz target of their own
  return save;
}

void finishSeek(LiveWorld& live) {
  for (int i = 0; i < kMostSteps && live.seeking(); ++i) live.seekOn();
  live.stopSeeking();
}

/// Tries each operation separately. An operation that stops with an error leaves a world that the next one
/// can use.
void tryOperations(LiveWorld& live) {
  const auto go = [&](const auto& begin) {
    try {
      fuzz::completes([&] {
        begin();
        finishSeek(live);
      });
    } catch (const InputError& e) {  // validity of a logged command shows only when the command is due
      fuzz::require(std::strchr(e.what(), '\n') == nullptr, "a refusal with more than one line");
      live.stopSeeking();
    }
  };
  go([&] { live.step(); });
  go([&] { live.stepBack(); });
  go([&] { live.seek(live.history().branch().last / 2); });
  if (live.takesCommands())
    go([&] { live.presentEdits().apply(editOf({"world.gravity_y", {1.f}}, 1), true); });
  go([&] { live.step(); });
  go([&] { live.presentEdits().undo(); });
  go([&] { live.presentEdits().redo(); });
  for (std::size_t b = 0; b < 3; ++b) go([&] { live.switchBranch(b); });
  go([&] { live.restart(); });
  (void)live.timeline();
  (void)live.edits();
}

}  // namespace
}  // namespace ooze

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ooze;
  std::optional<LiveWorld> live;
  const bool taken = fuzz::isAccepted(
      [&] { live.emplace(withTinyScene(decodeSave(fuzz::bytesOf(data, size), "fuzz.ooze")), 1); });
  if (!taken) return 0;
  tryOperations(*live);
  const SaveFile left = decodeSave(encodeSave(live->save()), "fuzz.ooze");
  const LiveWorld again(withTinyScene(left), 1);
  fuzz::require(again.world().hash() == live->world().hash(),
                "a session that opens elsewhere than it was left");
  return 0;
}
