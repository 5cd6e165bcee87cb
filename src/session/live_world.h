// A session without threads: a scene, its world, the history, and undo.
#pragma once

#include "ooze/scene/save_file.h"
#include "ooze/world/history.h"
#include "ooze/world/world.h"

#include "session/edit_list.h"
#include "session/original_materials.h"
#include "session/replay_source.h"
#include "session/session.h"
#include "session/timeline_seek.h"
#include "session/world_edits.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ooze {

class LiveWorld {
 public:
  /// @param first   commands applied before the first step
  /// @param budget  memory limit for keyframes [bytes]
  /// @throws InputError if the scene or a command is not valid
  LiveWorld(std::shared_ptr<const Scene> scene, int threads, const std::vector<Command>& first,
            std::size_t budget = History::kBudget);
  /// Opens a saved session. Edits from before the save cannot be undone.
  /// @throws InputError if the save is damaged or its mesh files are gone
  LiveWorld(const SaveFile& save, int threads);

  [[nodiscard]] const std::shared_ptr<const Scene>& scene() const { return scene_; }
  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] StageTimer& timer() { return world_.timer(); }
  [[nodiscard]] const History& history() const { return history_; }

  /// Takes one step: a new step at the end of the branch, else a replay of the recorded step.
  /// @throws RunError if the frame fails; the world is then in the last valid state, and commands of the
  /// failed frame are dropped
  void step();

  /// False in the middle of a repeated frame, when commands must wait for the end of the frame.
  [[nodiscard]] bool takesCommands() const;
  /// Applies commands at the present moment. Begins a new branch if the world is not at the end of its
  /// branch.
  /// @param given  pieces of one command each; the label may be empty
  /// @param stays  true if the world is paused, so that undo should restore exactly this state
  /// @return the reasons for refused commands, a line each
  std::vector<std::string> apply(std::vector<EditPiece> given, bool stays);
  std::vector<std::string> undo();
  std::vector<std::string> redo();
  [[nodiscard]] EditHistory edits() const { return edits_.labels(); }
  /// Notes that an edit loaded this material into the world's material `index`.
  void noteMaterial(std::uint64_t edit, std::size_t index, MaterialDefinition material) {
    originals_.note(edit, index, std::move(material));
  }
  /// Returns the materials that the user interface compares with to mark values as changed.
  [[nodiscard]] std::vector<MaterialDefinition> originals() const {
    return originals_.all(*scene_, world_, edits_.order());
  }
  /// Takes over the original materials of a session whose edits this session continues.
  void takeOriginals(const LiveWorld& other) { originals_ = other.originals_; }
  /// Returns the frames that failed and were repeated. Replays of these frames are not listed again.
  [[nodiscard]] const std::vector<RollBack>& rollBacks() const { return rollBacks_; }

  /// Returns the settings up to this moment that a restart keeps. Ends a seek.
  std::vector<EditPiece> settings();
  /// Restarts the scene with the present settings, without events and temporary states. The previous run
  /// stays available as a branch.
  void restart();

  /// The following functions start a seek to another moment; seekOn() continues the seek.
  void seek(std::uint64_t frame);
  void stepBack();
  void switchBranch(std::size_t branch);
  [[nodiscard]] bool seeking() const { return journey_.goal().has_value(); }
  /// Continues a seek by about one step.
  /// @throws RunError if the frame fails, as for step()
  void seekOn();
  void stopSeeking();

  [[nodiscard]] Timeline timeline() const;
  [[nodiscard]] SaveFile save() const;
  /// Returns the data to replay the present branch from the last keyframe at or before this frame.
  [[nodiscard]] ReplaySource replaySourceFrom(std::uint64_t frame) const;

 private:
  void clearFailedFrame();
  void noteRollBacks(std::size_t known);

  std::shared_ptr<const Scene> scene_;
  World world_;
  History history_;
  WorldEdits edits_{world_, history_};
  TimelineSeek journey_;
  OriginalMaterials originals_;
  std::vector<RollBack> rollBacks_;
};

}  // namespace ooze
