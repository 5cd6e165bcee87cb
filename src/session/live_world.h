// One session without threads: a scene, its world, where that has been, and what can be undone.
#pragma once

#include "ooze/scene/save_file.h"
#include "ooze/world/history.h"
#include "ooze/world/world.h"

#include "session/course.h"
#include "session/edit_list.h"
#include "session/journey.h"
#include "session/original_materials.h"
#include "session/session.h"
#include "session/world_edits.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ooze {

class LiveWorld {
 public:
  /// @param first  commands before the first step
  /// @param budget  for the keyframes of its history [bytes]
  /// @throws InputError if the scene or a command is not sound
  LiveWorld(std::shared_ptr<const Scene> scene, int threads, const std::vector<Command>& first,
            std::size_t budget = History::kBudget);
  /// Opens a session where it was saved. Nothing can be undone in it.
  /// @throws InputError if the save is damaged or its meshes are gone
  LiveWorld(const SaveFile& save, int threads);

  [[nodiscard]] const std::shared_ptr<const Scene>& scene() const { return scene_; }
  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] StageTimer& timer() { return world_.timer(); }
  [[nodiscard]] const History& history() const { return history_; }

  /// Takes one step: at the end of the branch a new one, else what was done then.
  /// @throws RunError if it goes wrong; the world then stands at the last good state, and what was done in
  /// that frame is dropped
  void step();

  /// False in the middle of a frame that is taken again: commands have to wait for its end.
  [[nodiscard]] bool takesCommands() const;
  /// Applies commands at this moment. If that is not the end of the branch, a new one begins.
  /// @param stays  the world stands still, so that undo should bring back this very moment
  /// @return why some were refused, a line each
  std::vector<std::string> apply(std::vector<Submission> given, bool stays);
  std::vector<std::string> undo();
  std::vector<std::string> redo();
  [[nodiscard]] EditHistory edits() const { return edits_.labels(); }
  /// An edit gave all the values of this material to the world's number `index`.
  void noteMaterial(std::uint64_t edit, std::size_t index, MaterialDefinition material) {
    originals_.note(edit, index, std::move(material));
  }
  /// What "changed" is measured from.
  [[nodiscard]] std::vector<MaterialDefinition> originals() const {
    return originals_.all(*scene_, world_, edits_.order());
  }
  /// Those of a session whose edits this one goes on with.
  void takeOriginals(const LiveWorld& other) { originals_ = other.originals_; }
  /// The frames that went wrong and were taken again; repeating them does not count.
  [[nodiscard]] const std::vector<RollBack>& rollBacks() const { return rollBacks_; }

  /// What was set up to this moment, as a new start takes it over. Ends a seek.
  std::vector<Submission> settings();
  /// Starts again with what was set; what was switched, thrown or done is not done again. The course so far
  /// stays reachable as a branch.
  void restart();

  /// These begin to go to another moment of the session; seekOn() goes there.
  void seek(std::uint64_t frame);
  void stepBack();
  void switchBranch(std::size_t branch);
  [[nodiscard]] bool seeking() const { return journey_.goal().has_value(); }
  /// About one step nearer. @throws RunError as step()
  void seekOn();
  void stopSeeking();

  [[nodiscard]] Timeline timeline() const;
  [[nodiscard]] SaveFile save() const;
  /// The present branch from its last keyframe at or before this frame on.
  [[nodiscard]] Course courseFrom(std::uint64_t frame) const;

 private:
  void forgetFailedFrame();
  void noteRollBacks(std::size_t known);

  std::shared_ptr<const Scene> scene_;
  World world_;
  History history_;
  WorldEdits edits_{world_, history_};
  Journey journey_;
  OriginalMaterials originals_;
  std::vector<RollBack> rollBacks_;
};

}  // namespace ooze
