// A session without threads: a scene, its world, the history, and undo.
#pragma once

#include "ooze/scene/save_file.h"
#include "ooze/scene/scene.h"
#include "ooze/world/history.h"
#include "ooze/world/world.h"

#include "session/edit_list.h"
#include "session/session.h"
#include "session/world_edits.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ooze {

/// Takes a world to another moment of its history, about one step per call.
class TimelineSeek {
 public:
  /// Returns the target frame for the timeline; nothing while no seek is in progress.
  [[nodiscard]] std::optional<std::uint64_t> goal() const;

  /// The following functions start a seek by restoring the nearest keyframe before the target. goOn()
  /// continues the seek.
  void toFrame(std::uint64_t frame, World& world, const History& history);
  void toEndOfBranch(World& world, const History& history);
  /// Seeks to the state before the last call of step(). Must not be called at step 0.
  void toStepBefore(World& world, const History& history);

  /// Continues the seek by about one step.
  /// @param step  function that takes one time step of the world
  /// @return true if the target is reached
  bool goOn(World& world, History& history, const std::function<void()>& step);
  void stop() { kind_ = SeekKind::Nowhere; }

 private:
  bool seekStepBefore(World& world, History& history, const std::function<void()>& step);

  enum class SeekKind { Nowhere, Frame, Step, StepBefore } kind_ = SeekKind::Nowhere;
  std::uint64_t at_ = 0;        ///< frame or step index that the seek goes to
  std::uint64_t extra_ = 0;     ///< for SeekKind::Step: calls of step() after the target step
  std::uint64_t boundary_ = 0;  ///< for SeekKind::StepBefore: step index of the last frame boundary
  std::uint64_t calls_ = 0;     ///< for SeekKind::StepBefore: calls of step() since that frame boundary
  std::uint64_t frame_ = 0;     ///< target frame of the seek, as the timeline shows it
};

/// Reference materials for marking values as changed: materials of the scene, or materials loaded in their
/// place.
class OriginalMaterials {
 public:
  OriginalMaterials() = default;
  /// Starts with the loaded materials of a saved session.
  explicit OriginalMaterials(std::vector<ReplacedMaterial> saved) : saved_(std::move(saved)) {}

  /// Notes that an edit loaded this material into the world's material `index`.
  void note(std::uint64_t edit, std::size_t index, MaterialDefinition material);

  /// Returns the loaded materials that replace materials of the scene at this moment. Undone loads are left
  /// out.
  /// @param order  undo stack of the edits that the world has applied
  [[nodiscard]] std::vector<ReplacedMaterial> chosen(const World& world, const UndoOrder& order) const;
  /// Returns one reference for each material of the world: the scene's material at this time, the material as
  /// added, or the material loaded last.
  [[nodiscard]] std::vector<MaterialDefinition> all(const Scene& scene, const World& world,
                                                    const UndoOrder& order) const;

 private:
  std::vector<ReplacedMaterial> saved_;
  std::map<std::uint64_t, ReplacedMaterial> noted_;  ///< materials that edits loaded, by edit number
};

/// A starting state and the log after it: enough to replay a run in another world, for example for an export.
struct ReplaySource {
  std::shared_ptr<const Scene> scene;
  std::vector<std::byte> state;  ///< starting state: bytes of World::save(), taken at a frame boundary
  std::vector<HistoryBranch> branches;
  std::size_t branch = 0;  ///< index of the branch to replay
};

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
  /// Returns the edits of the present moment, to apply, undo or redo. Ends a seek.
  [[nodiscard]] WorldEdits& presentEdits() {
    stopSeeking();
    return edits_;
  }
  /// Returns the labels of the next undo and redo.
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
  /// @return false if nothing differs from the start of this branch, so that no new branch was begun
  bool restart();

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
