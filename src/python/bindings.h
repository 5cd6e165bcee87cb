// Declares the parts of the Python module `ooze._core`, and the types that the parts share.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include <memory>
#include <mutex>
#include <pybind11/pybind11.h>
#include <string>
#include <utility>

namespace ooze::python {

/// A scene, and a world of the scene restored from a save.
struct SavedRun {
  std::shared_ptr<const Scene> scene;
  World world;
};

/// A world as Python holds it. Every function releases the interpreter's lock and holds the world's own lock
/// while it works, so that other Python threads go on, and threads that share a world take turns.
class PythonWorld {
 public:
  /// @param threads  as for World
  PythonWorld(std::shared_ptr<const Scene> scene, int threads);
  /// Makes a world from a save.
  /// @throws InputError as readSave() and World::restore()
  PythonWorld(const std::filesystem::path& save, int threads);

  /// Calls f(World&) while no other thread uses the world, without the interpreter's lock. Forgets the
  /// snapshot first, because f may change the world.
  template <class F>
  auto change(const F& f) {
    const pybind11::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    snapshot_.reset();
    return f(world_);
  }
  /// Calls f(const World&) while no other thread uses the world, without the interpreter's lock.
  template <class F>
  auto read(const F& f) const {
    const pybind11::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    return f(static_cast<const World&>(world_));
  }
  /// Takes frames, and lets Python handle signals between two steps.
  /// @throws pybind11::error_already_set if a signal handler raised an exception, such as KeyboardInterrupt;
  /// the
  ///         world is then at a step boundary
  void advance(std::uint64_t frames);
  /// Returns the snapshot of the present state, taken at the first call after a change.
  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const;
  /// Returns a snapshot of the present state with additional content.
  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot(const SnapshotContent& content) const;
  [[nodiscard]] const Scene& scene() const { return *scene_; }
  [[nodiscard]] const std::shared_ptr<const Scene>& sharedScene() const { return scene_; }

 private:
  explicit PythonWorld(SavedRun run);

  std::shared_ptr<const Scene> scene_;
  mutable std::mutex mutex_;  // guards all members below
  World world_;
  mutable std::shared_ptr<const Snapshot> snapshot_;
};

/// A snapshot as Python holds it.
struct SnapshotHandle {
  std::shared_ptr<const Snapshot> snapshot;
  std::shared_ptr<const Scene> scene;  ///< scene of the world, which names the method
};

/// A body of a world, found by its name at every use.
struct BodyHandle {
  std::shared_ptr<PythonWorld> world;
  std::string name;
};

void bindScenes(pybind11::module_& module);
void bindSnapshots(pybind11::module_& module);
void bindWorlds(pybind11::module_& module);
void bindBodies(pybind11::module_& module);
void bindPictures(pybind11::module_& module);

}  // namespace ooze::python
