// What panels and tools see of a running simulation, and what they may ask of it. They never touch a World.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/command.h"
#include "ooze/world/snapshot.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {

struct SessionStatus {
  bool playing = false;
  std::string loading;             ///< what is being loaded now, or ""
  float speed = 1.f;               ///< the fastest that it may run, in simulated seconds per second
  double simulatedOverWall = 0.0;  ///< how fast it does run [1]; 0 while it stands
  double stepsPerSecond = 0.0;     ///< [1/s]
  double millisecondsPerStep = 0.0;
};

struct Message {
  enum class Kind { Info, Error } kind = Kind::Info;
  std::string text;
};

/// One consistent look at a session.
struct SessionView {
  std::shared_ptr<const Scene> scene;        ///< null until the first one is loaded
  std::shared_ptr<const Snapshot> snapshot;  ///< null likewise
  std::vector<Command> pending;              ///< submitted, but not yet in the snapshot
  std::vector<MaterialDefinition>
      originals;  ///< the materials as they were loaded: what "changed" is measured from
  /// Why the scene has its detail if that was chosen for this machine, or "" if the user chose it.
  std::string detailReason;
  SessionStatus status;
};

/// What the interface asks for. Every call returns at once.
class Session {
 public:
  virtual ~Session() = default;

  virtual void submit(Command command) = 0;
  virtual void setPlaying(bool playing) = 0;
  virtual void singleStep() = 0;
  /// Starts the scene again with what was edited; with `forget` also without that, from the file.
  virtual void reset(bool forget) = 0;
  /// @param detail  unset: the one that the user chose last, or if there is none what suits this machine
  virtual void load(std::string nameOrPath, std::optional<Detail> detail) = 0;
  /// Gives the world's material number `index` all the values of the material file `nameOrPath`.
  virtual void loadMaterial(std::size_t index, std::string nameOrPath) = 0;
  virtual void setSpeed(float speed) = 0;
};

}  // namespace ooze::ui
