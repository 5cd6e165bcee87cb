// Interface between the user interface and a running simulation: status, views, and requests. Panels and
// tools never access a World directly.
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
#include <utility>
#include <vector>

namespace ooze {
struct StepRecord;
}

namespace ooze {

struct SessionStatus {
  bool playing = false;
  bool playingBack = false;  ///< true while stored frames are shown; the world itself is paused then
  std::string loading;       ///< name of what is being loaded, or ""
  float speed = 1.f;         ///< speed limit, in simulated seconds per second of wall time
  /// Measured speed, in simulated seconds per second of wall time [1]; 0 while paused.
  double simulatedOverWall = 0.0;
  double stepsPerSecond = 0.0;  ///< measured number of time steps per second of wall time [1/s]
  double millisecondsPerStep = 0.0;

  /// Returns true if the view changes with time.
  [[nodiscard]] bool moves() const { return playing || playingBack; }
};

struct Message {
  enum class MessageKind { Info, Error } kind = MessageKind::Info;
  std::string text;
  /// A message replaces an earlier one of the same topic; "": only messages of equal text are replaced.
  /// A message without text only removes the earlier one of its topic.
  std::string topic = {};
  std::string detail = {};  ///< text that is shown after a click on "More"; "": none
  /// The message is shown until the user closes it or a message of its topic replaces it.
  bool stays = false;
};

/// A branch of the history, from the frame where it leaves another branch.
struct Branch {
  std::string name;
  std::uint64_t from = 0;  ///< first frame of the branch; 0 for the first branch
  std::uint64_t last = 0;  ///< last frame that was reached
};

/// A mark for an edit on the timeline.
struct TimelineMarker {
  std::uint64_t frame = 0;
  std::string label;
};

/// The history of a session, for the timeline panel.
struct Timeline {
  std::uint64_t last = 0;                ///< last frame that was reached on this branch
  std::optional<std::uint64_t> seeking;  ///< target frame of a seek in progress
  std::vector<std::uint64_t> keyframes;  ///< frames that can be reached without simulation, ascending
  std::vector<TimelineMarker> edits;     ///< edits of this branch, ascending
  std::vector<Branch> branches;
  std::size_t branch = 0;  ///< index of the present branch
};

/// Labels of the next undo and redo; "": nothing to undo or redo.
struct EditHistory {
  std::string undo, redo;
};

/// A consistent view of a session at one moment.
struct SessionView {
  std::shared_ptr<const Scene> scene;         ///< null until the first scene is loaded
  std::shared_ptr<const Snapshot> snapshot;   ///< null until the first scene is loaded
  std::vector<Command> pending;               ///< commands submitted, but not yet in the snapshot
  std::vector<MaterialDefinition> originals;  ///< reference materials for marking values as changed
  /// Explanation of the detail if chosen for this machine; "" if the user chose the detail.
  std::string detailReason;
  /// File that the session was opened from or last saved to; "": none.
  std::filesystem::path sessionFile;
  SessionStatus status;
  Timeline timeline;
  EditHistory edits;
  /// Record of the next step; null unless inspect() requested the record.
  std::shared_ptr<const StepRecord> stepRecord;
};

/// Requests from the user interface to a session. Every call returns at once.
class Session {
 public:
  virtual ~Session() = default;

  virtual void submit(Command command) = 0;
  /// Submits a command that no undo reverts, for changes that the program makes by itself. By default the
  /// same as submit().
  virtual void submitWithoutUndo(Command command) { submit(std::move(command)); }
  virtual void setPlaying(bool playing) = 0;
  virtual void singleStep() = 0;
  /// Restarts the scene with the present settings; with `forget`, reloads the scene from its file without the
  /// settings.
  virtual void reset(bool forget) = 0;
  /// Loads a scene or a session. Loading the open scene at another detail keeps the edits; otherwise
  /// everything starts anew. A newly loaded scene plays, even if the world before was paused; a session opens
  /// paused.
  /// @param detail  unset: the detail that the user chose last, else the detail that suits this machine
  virtual void load(std::string nameOrPath, std::optional<Detail> detail) = 0;
  /// Restarts the open scene with another method, as loadScene() does. Edits are lost, because they belong to
  /// the method before.
  virtual void changeMethod(std::string /*key*/) {}
  /// Replaces all values of the world's material `index` by those of the material file `nameOrPath`.
  virtual void loadMaterial(std::size_t index, std::string nameOrPath) = 0;
  virtual void setSpeed(float speed) = 0;

  /// Starts an edit: commands up to endEdit() are undone together, such as the drag of a slider or the stroke
  /// of a tool. A command outside of an edit is an edit of its own.
  /// @param label  description ("erase liquid") for the menu and the timeline
  virtual void beginEdit(std::string label) = 0;
  virtual void endEdit() = 0;
  virtual void undo() = 0;
  virtual void redo() = 0;

  /// Seeks to a frame of this branch and pauses there. Another call changes the target. An edit at an earlier
  /// frame begins a new branch; playing without an edit replays the recorded steps.
  virtual void seek(std::uint64_t frame) = 0;
  virtual void cancelSeek() = 0;
  /// Goes one step back and pauses.
  virtual void stepBack() = 0;
  /// Shows the simulated frames again from memory, at real time or at the speed limit if it is lower: from
  /// the present frame or, at the end, from the first one, again and again. The world is paused meanwhile. A
  /// seek or playing ends the playback. An edit pauses at the frame that is shown and acts there. With false,
  /// pauses at the frame that is shown.
  virtual void playBack(bool /*on*/) {}
  virtual void switchBranch(std::size_t branch) = 0;
  /// Saves the whole session as one `.ooze` file, which load() opens. A message reports the result.
  virtual void save(std::filesystem::path file) = 0;
  /// Saves the world as a scene file (writeScene()). A message reports the result; the session is not
  /// changed.
  virtual void saveScene(std::filesystem::path /*file*/, SceneView /*view*/) {}
  /// Requests a record of the next step, with details around a particle, while the world is paused. The
  /// record is in the view. Sessions without this feature ignore the call.
  virtual void inspect(bool /*on*/, std::optional<std::uint32_t> /*particle*/) {}
};

}  // namespace ooze
