// What panels and tools see of a running simulation, and what they may ask of it. They never touch a World.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/scene/scene_writing.h"
#include "ooze/world/command.h"
#include "ooze/world/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze {
struct StepRecord;
}

namespace ooze {

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

/// An alternative course of events, from a frame where it parts from another.
struct Branch {
  std::string name;
  std::uint64_t from = 0;  ///< the frame where it begins; 0 for the first
  std::uint64_t last = 0;  ///< the latest frame that was reached
};

/// An edit, for the timeline.
struct EditMark {
  std::uint64_t frame = 0;
  std::string label;
};

/// Where a session has been, and where it can go back to.
struct Timeline {
  std::uint64_t last = 0;                ///< the latest frame that was reached on this branch
  std::optional<std::uint64_t> seeking;  ///< the frame that is being gone to
  std::vector<std::uint64_t> keyframes;  ///< frames that can be gone to at once, ascending
  std::vector<EditMark> edits;           ///< of this branch, ascending
  std::vector<Branch> branches;
  std::size_t branch = 0;  ///< the present one
};

/// What would be undone and redone now, in words; "": nothing.
struct EditHistory {
  std::string undo, redo;
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
  /// The session's own file: from which it was opened or as which it was saved last; "": none.
  std::filesystem::path sessionFile;
  SessionStatus status;
  Timeline timeline;
  EditHistory edits;
  std::shared_ptr<const StepRecord> stepRecord;  ///< of the next step; null unless inspect() asked for it
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
  /// The scene that is open, at another detail, keeps what was edited; else everything begins anew, and a
  /// scene plays even if the world before it stood. A session stands where it was left.
  /// @param detail  unset: the one that the user chose last, or if there is none what suits this machine
  virtual void load(std::string nameOrPath, std::optional<Detail> detail) = 0;
  /// Begins the open scene anew under another method, as loadScene() does; what was edited was of the method
  /// before.
  virtual void changeMethod(std::string /*key*/) {}
  /// Gives the world's material number `index` all the values of the material file `nameOrPath`.
  virtual void loadMaterial(std::size_t index, std::string nameOrPath) = 0;
  virtual void setSpeed(float speed) = 0;

  /// What is submitted from now to endEdit() is undone as one: the drag of a slider, the stroke of a tool.
  /// A command outside of it is an edit of its own.
  /// @param label  what was done, in words ("erase liquid"), for the menu and the timeline
  virtual void beginEdit(std::string label) = 0;
  virtual void endEdit() = 0;
  virtual void undo() = 0;
  virtual void redo() = 0;

  /// Goes to a frame that was reached on this branch, and pauses there. Asking again changes the goal. An
  /// edit at a frame before the last begins a new branch; playing without one repeats what was.
  virtual void seek(std::uint64_t frame) = 0;
  virtual void cancelSeek() = 0;
  /// One step back, and pauses.
  virtual void stepBack() = 0;
  virtual void switchBranch(std::size_t branch) = 0;
  /// Writes everything as one `.ooze` file, which load() opens. What comes of it is a message.
  virtual void save(std::filesystem::path file) = 0;
  /// Writes the world as a scene to start from (writeScene()). What comes of it is a message; the session
  /// goes on as it was.
  virtual void saveScene(std::filesystem::path /*file*/, SceneView /*view*/) {}
  /// While it is on and the world stands, the view has a record of the next step, with everything round a
  /// particle. A session that cannot look inside a step ignores it.
  virtual void inspect(bool /*on*/, std::optional<std::uint32_t> /*particle*/) {}
};

}  // namespace ooze
