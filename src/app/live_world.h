// One session without threads: a scene, its world, where that has been, and what can be undone.
#pragma once

#include "ooze/scene/save_file.h"
#include "ooze/world/history.h"
#include "ooze/world/world.h"

#include "app/edit_list.h"
#include "ui/session.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// A command with the edit that it is part of.
struct Submission {
  Command command;
  std::uint64_t edit = 0;  ///< commands with the same number are undone as one; 0: not undone
  std::string label{};     ///< in words; "": from the command
};

class LiveWorld {
 public:
  /// @param first  commands before the first step
  /// @throws InputError if the scene or a command is not sound
  LiveWorld(std::shared_ptr<const Scene> scene, int threads, const std::vector<Command>& first);
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
  [[nodiscard]] ui::EditHistory edits() const;
  /// What could be undone and redone now.
  [[nodiscard]] UndoOrder order() const;
  /// The frames that went wrong and were taken again; repeating them does not count.
  [[nodiscard]] const std::vector<RollBack>& rollBacks() const { return rollBacks_; }

  /// Starts again with what was set; what was switched, thrown or done is not done again. The course so far
  /// stays reachable as a branch.
  void restart();

  /// These begin to go to another moment of the session; seekOn() goes there.
  void seek(std::uint64_t frame);
  void stepBack();
  void switchBranch(std::size_t branch);
  [[nodiscard]] bool seeking() const { return goal_.kind != Goal::Kind::None; }
  /// About one step nearer. @throws RunError as step()
  void seekOn();
  void stopSeeking();

  [[nodiscard]] ui::Timeline timeline() const;
  [[nodiscard]] SaveFile save() const;

 private:
  struct Goal {
    enum class Kind { None, Frame, Step, Before } kind = Kind::None;
    std::uint64_t at = 0;        ///< the frame or step
    std::uint64_t extra = 0;     ///< Step: calls of step() after it
    std::uint64_t boundary = 0;  ///< Before: the step of the last frame boundary ...
    std::uint64_t calls = 0;     ///< ... and the calls of step() since
    std::uint64_t frame = 0;     ///< for the timeline
  };
  /// The world before the first command of this step.
  struct Base {
    std::vector<std::byte> state;
    std::size_t logged = 0;
  };

  void settle();
  void beginChange(bool stays);
  void rebuild(std::vector<EditPiece> pieces);
  std::vector<EditPiece> takeOffMoment();
  [[nodiscard]] bool ofThisMoment(const EditPiece& piece) const;
  std::vector<std::string> carryOut(EditPiece piece);
  std::vector<std::string> extend(const Submission& given);
  void forgetFailedFrame();
  void noteRollBacks(std::size_t known);
  void arrive();

  std::shared_ptr<const Scene> scene_;
  World world_;
  History history_;
  std::optional<Base> base_;
  std::vector<EditPiece> popped_;  ///< undone without a trace, the next to be redone last
  Goal goal_;
  std::vector<RollBack> rollBacks_;
};

}  // namespace ooze
