#include "ooze/base/error.h"
#include "ooze/scene/save_file.h"

#include "python/bindings.h"

#include <chrono>
#include <fmt/format.h>

namespace ooze::python {
namespace {

/// Time between two checks for signals [s].
constexpr std::chrono::milliseconds kSignalInterval{50};

SavedRun readRun(const std::filesystem::path& file, int threads) {
  const pybind11::gil_scoped_release release;
  const SaveFile save = readSave(file);
  auto scene = std::make_shared<const Scene>(parseSavedScene(save));
  World world(scene->world, threads);
  ByteReader state(save.state);
  try {
    world.restore(state);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", file.string(), error.what()));
  }
  return {std::move(scene), std::move(world)};
}

World makeWorld(const Scene& scene, int threads) {
  const pybind11::gil_scoped_release release;
  return World(scene.world, threads);
}

}  // namespace

PythonWorld::PythonWorld(std::shared_ptr<const Scene> scene, int threads)
    : scene_(std::move(scene)), world_(makeWorld(*scene_, threads)) {}

PythonWorld::PythonWorld(const std::filesystem::path& save, int threads)
    : PythonWorld(readRun(save, threads)) {}

PythonWorld::PythonWorld(SavedRun run) : scene_(std::move(run.scene)), world_(std::move(run.world)) {}

void PythonWorld::advance(std::uint64_t frames) {
  using Clock = std::chrono::steady_clock;
  change([&](World& world) {
    Clock::time_point checked = Clock::now();
    for (std::uint64_t i = 0; i < frames; ++i) do {
        world.step();
        if (Clock::now() - checked < kSignalInterval) continue;
        checked = Clock::now();
        const pybind11::gil_scoped_acquire interpreter;
        if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
      } while (!world.atFrameBoundary());
  });
}

std::shared_ptr<const Snapshot> PythonWorld::snapshot() const {
  return read([this](const World& world) {
    if (!snapshot_) snapshot_ = world.snapshot();
    return snapshot_;
  });
}

std::shared_ptr<const Snapshot> PythonWorld::snapshot(const SnapshotContent& content) const {
  return read([&](const World& world) -> std::shared_ptr<const Snapshot> { return world.snapshot(content); });
}

}  // namespace ooze::python
