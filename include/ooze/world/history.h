// The timeline of a world, for undo, redo and seeking: keyframes (checkpoints), the command log, and branches
// that begin when an earlier moment is edited.
#pragma once

#include "ooze/world/world.h"

#include <cstddef>
#include <cstdint>
#include <future>
#include <string>
#include <vector>

namespace ooze {

/// One undoable change to a world at one moment. Several pieces can form one edit, for example a slider that
/// is dragged while the world runs.
struct EditPiece {
  /// Whether the piece does, undoes or redoes an edit.
  enum class PieceKind : std::uint8_t { Do, Undo, Redo } kind = PieceKind::Do;
  /// Number of the edit; 0: a direct action that undo skips, such as carrying liquid.
  std::uint64_t edit = 0;
  std::string label{};                   ///< text for the menu: "Viscosity of honey"
  std::vector<Command> commands{};       ///< commands that make the edit
  std::vector<Command> before{};         ///< commands that restore the values from before the edit
  std::uint64_t firstEvent = 0;          ///< number of the world's events before the edit (World::events())
  std::uint64_t lastEvent = 0;           ///< number of the world's events after the edit (World::events())
  std::size_t logBegin = 0, logEnd = 0;  ///< range [logBegin, logEnd) of the branch's log
  std::uint64_t frame = 0;               ///< frame index at which the edit was applied
};

/// One branch of history, from step 0 to the last state that was reached.
struct HistoryBranch {
  std::string name;                      ///< name of the branch for users
  std::size_t parent = 0;                ///< index of the parent branch; the first branch is its own parent
  std::uint64_t from = 0, fromStep = 0;  ///< frame and step where this branch leaves its parent
  std::uint64_t last = 0, lastStep = 0;  ///< last frame and step that this branch has reached
  std::vector<LoggedCommand> log{};      ///< log of every command from step 0 on
  std::vector<EditPiece> edits{};        ///< edits on this branch, in the order of the log
};

/// Validates branches that were read from a file.
/// @param present  index of the present branch
/// @throws InputError if the branches do not fit together, or `present` is not the index of a branch
void requireSound(const std::vector<HistoryBranch>& branches, std::size_t present);

/// Records the timeline of one world: keyframes, log and branches. Only restoreAtStep(), restoreAtFrame() and
/// feed() change the world. No command may be waiting in the world when a member function is called. Use a
/// history on the thread of its world; other threads compress keyframes meanwhile.
class History {
 public:
  static constexpr std::size_t kBudget = std::size_t{1} << 30;  ///< memory limit for keyframes [bytes]
  static constexpr std::uint64_t kSpacing = 10;                 ///< number of frames between keyframes
  static constexpr std::size_t kMaxBranches = 32;               ///< largest number of branches

  /// Begins a history with one branch and a keyframe of step 0.
  /// @param start   a world at step 0
  /// @param budget  memory limit for compressed keyframes; the keyframe of step 0 always stays [bytes]
  explicit History(const World& start, std::size_t budget = kBudget);
  /// Rebuilds the history that a session saved, with a keyframe of step 0 alone.
  /// @param start     a world at step 0, of the same specification
  /// @param branches  untrusted; validated by requireSound()
  /// @param present   index of the branch that the session was on
  /// @param budget    memory limit for compressed keyframes [bytes]
  /// @throws InputError if the branches do not fit together
  History(const World& start, std::vector<HistoryBranch> branches, std::size_t present,
          std::size_t budget = kBudget);

  /// Returns all branches, the first one first.
  [[nodiscard]] const std::vector<HistoryBranch>& branches() const { return branches_; }
  /// Returns the index of the present branch.
  [[nodiscard]] std::size_t present() const { return present_; }
  /// Returns the present branch.
  [[nodiscard]] const HistoryBranch& branch() const { return branches_[present_]; }
  /// Returns how many edits of the present branch the world has already applied.
  [[nodiscard]] std::size_t appliedEditCount(const World& world) const;
  /// Returns true if the world is at the end of the present branch, so that further steps are new.
  [[nodiscard]] bool atEnd(const World& world) const;

  /// Queues those commands of the present branch that are due at the world's step. Call before every step.
  /// @throws InputError as World::replay(), for branches from a damaged file
  void feed(World& world) const;
  /// Records new commands and, every kSpacing frames, a keyframe. Call after every step.
  /// @throws RunError as keyframeBytes()
  void follow(const World& world);
  /// Ends the present branch at the world's present state and takes over the world's log. The log must begin
  /// with the commands that the branch already has.
  void end(const World& world);
  /// Returns the edits of the present branch; the caller changes the edits together with end().
  [[nodiscard]] std::vector<EditPiece>& edits() { return branches_[present_].edits; }
  /// Begins a new branch at the world's present step, unless the present branch ends at that step. Beyond
  /// kMaxBranches, the oldest branch without child branches is removed, which shifts indices of branches.
  void fork(const World& world);
  /// Makes another branch the present one; the world stays as it is.
  /// @param branch  index below branches().size()
  void switchTo(std::size_t branch) { present_ = branch; }

  /// Stores a keyframe if the world is at a frame boundary. Does nothing if a command was applied at this
  /// step, or the branch has a keyframe of this step. Beyond the budget, other keyframes are removed.
  /// @throws RunError as keyframeBytes()
  void keep(const World& world);
  /// Returns the frames of the present branch that have keyframes, ascending. Seeking to a keyframe needs no
  /// simulation.
  [[nodiscard]] std::vector<std::uint64_t> keyframes() const;
  /// Restores the last keyframe of the present branch at or before this step.
  /// @throws RunError if the keyframe cannot be compressed or decompressed
  void restoreAtStep(World& world, std::uint64_t step) const;
  /// Restores the last keyframe of the present branch at or before this frame.
  /// @throws RunError as restoreAtStep()
  void restoreAtFrame(World& world, std::uint64_t frame) const;
  /// Returns true if a keyframe lies after the world's present step and at or before this frame.
  [[nodiscard]] bool keyframeBetween(const World& world, std::uint64_t frame) const;
  /// Returns the compressed size of all keyframes [bytes]. Blocks until all of them are compressed.
  /// @throws RunError if a keyframe cannot be compressed
  [[nodiscard]] std::size_t keyframeBytes() const;

 private:
  struct Keyframe {
    std::size_t branch;
    std::uint64_t frame, step;
    std::size_t size;  ///< size of the uncompressed state [bytes]
    /// The state, compressed by another thread while the world goes on.
    std::shared_future<std::vector<std::byte>> packed;
  };

  [[nodiscard]] bool visible(const Keyframe& keyframe) const;
  template <class Before>
  [[nodiscard]] const Keyframe& lastKeyframe(Before before) const;
  void restore(World& world, const Keyframe& keyframe) const;
  /// Removes keyframes until the budget has this much left.
  /// @param room  required free memory [bytes]
  void thin(std::uint64_t now, std::size_t room);
  void removeOldestLeafBranch();

  const std::size_t budget_;
  std::size_t names_ = 1;            ///< number of branch names given so far
  std::vector<Keyframe> keyframes_;  ///< sorted by branch, then by step; the first is the keyframe of step 0
  std::vector<HistoryBranch> branches_;
  std::size_t present_ = 0;
};

}  // namespace ooze
