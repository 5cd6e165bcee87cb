#include "app/commands/blender.h"

#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "app/commands/interrupt.h"
#include "app/commands/terminal.h"
#include "image/child_process.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <fmt/format.h>
#include <sys/types.h>

namespace ooze {
namespace {

/// Returns the last line that Blender or the add-on printed, without an empty end.
std::string lastLine(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

void requireBlender() {
  ChildProcess version({"blender", "--version"});
  if (!version.wait().succeeded) throw RunError("blender does not start: `blender --version` fails");
}

void runBlender(const std::vector<std::string>& arguments, const InterruptBlock& interrupt,
                const std::function<void()>& whileRunning) {
  std::vector<std::string> command{"blender",
                                   "--background",
                                   "--factory-startup",
                                   "--python-exit-code",
                                   "1",
                                   "--python",
                                   findAsset("blender/ooze_io.py").string(),
                                   "--"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  ChildProcess blender(command);
  bool interrupted = false;
  ChildProcess::End end;
  {
    const InterruptHandler watch(interrupt, [&interrupted, id = blender.id()] {
      interrupted = true;
      ::kill(-id, SIGKILL);
    });
    while (!blender.exitsWithin(std::chrono::milliseconds(200))) whileRunning();
    end = blender.wait();
  }
  whileRunning();
  if (interrupted) throw RunError("interrupted; complete results stay");
  if (!end.succeeded) throw RunError(fmt::format("blender: {}", lastLine(end.output)));
}

void exportRun(const RunStart& start, World& world, const SceneChoice& choice, const FrameRange& frames,
               RunFolder& folder, const CancellationToken& work) {
  submitAssignments(world, choice, start.scene);
  ProgressBar bar("frame", world.frameIndex(), frames.last);
  for (std::uint64_t frame = world.frameIndex();; ++frame) {
    if (work.cancelled) throw RunError(fmt::format("interrupted at frame {} of {}", frame, frames.last));
    if (frame >= frames.first && (frame - frames.first) % frames.step == 0)
      folder.frame(world);
    else
      folder.skipFrame(world);
    bar.update(frame);
    if (frame >= frames.last) break;
    world.advanceFrame();
  }
  folder.finish();
}

FrameRange wholeScene(const Scene& scene) {
  const double frames = std::round(scene.duration * scene.world.framesPerSecond);
  return {0, std::max<std::uint64_t>(1, static_cast<std::uint64_t>(frames)), 1};
}

}  // namespace ooze
