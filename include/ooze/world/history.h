// Where a world has been: keyframes, the commands, and the branches that edits of an earlier moment begin.
#pragma once

#include "ooze/world/world.h"

#include <cstddef>
#include <cstdint>
#include <future>
#include <string>
#include <vector>

namespace ooze {

/// What was done to a world at one moment, as undo sees it. Several pieces can be one edit: a slider that is
/// dragged while the world runs.
struct EditPiece {
  /// Whether the piece does, undoes or redoes an edit.
  enum class Kind : std::uint8_t { Do, Undo, Redo } kind = Kind::Do;
  std::uint64_t edit = 0;                ///< its number; 0: done by hand and not undone, as carrying liquid
  std::string label;                     ///< in words: "Viscosity of honey"
  std::vector<Command> commands;         ///< commands of the piece
  std::vector<Command> before;           ///< give the values back that were there before
  std::uint64_t firstEvent = 0;          ///< World::events() before ...
  std::uint64_t lastEvent = 0;           ///< ... and after it
  std::size_t logBegin = 0, logEnd = 0;  ///< its part of the log
  std::uint64_t frame = 0;               ///< when it was applied
};

/// One course of events, from step 0 to where it was left.
struct HistoryBranch {
  std::string name;                      ///< name for people
  std::size_t parent = 0;                ///< the branch that it parts from; the first has itself
  std::uint64_t from = 0, fromStep = 0;  ///< the frame and step where it parts from it
  std::uint64_t last = 0, lastStep = 0;  ///< the frame and step that it has reached
  std::vector<LoggedCommand> log{};      ///< every command from step 0
  std::vector<EditPiece> edits{};        ///< in the order of the log
};

/// @throws InputError if the branches do not fit together, or this one is none of them
void requireSound(const std::vector<HistoryBranch>& branches, std::size_t present);

/// The record of one world. It never changes the world of itself, but for restore() and feed(), and asks that
/// no command waits in it to be applied.
class History {
 public:
  static constexpr std::size_t kBudget = std::size_t{1} << 30;  ///< for keyframes [bytes]
  static constexpr std::uint64_t kSpacing = 10;                 ///< frames from keyframe to keyframe
  static constexpr std::size_t kMostBranches = 32;              ///< largest number of branches

  /// @param start  a world at step 0
  explicit History(const World& start, std::size_t budget = kBudget);
  /// The record that a session kept. @param present  the branch that the session was on
  /// @throws InputError if the branches do not fit together
  History(const World& start, std::vector<HistoryBranch> branches, std::size_t present,
          std::size_t budget = kBudget);

  /// Returns all branches, the first one first.
  [[nodiscard]] const std::vector<HistoryBranch>& branches() const { return branches_; }
  /// Returns the index of the present branch.
  [[nodiscard]] std::size_t present() const { return present_; }
  /// Returns the present branch.
  [[nodiscard]] const HistoryBranch& branch() const { return branches_[present_]; }
  /// The pieces of the present branch that this world has behind it.
  [[nodiscard]] std::size_t editsBehind(const World& world) const;
  /// True if this world stands where the present branch ends: what it does now is new.
  [[nodiscard]] bool atEnd(const World& world) const;

  /// Hands the world those commands of the present branch that are due at its step. Before every step.
  void feed(World& world) const;
  /// After every step: what is new is taken over, and a keyframe is kept if it is time for one.
  void follow(const World& world);
  /// The present branch now ends where the world stands, with the world's log, of which what the branch has
  /// already is the beginning.
  void end(const World& world);
  /// The edits of the present branch, to be changed together with what end() takes over.
  [[nodiscard]] std::vector<EditPiece>& edits() { return branches_[present_].edits; }
  /// Begins a branch where the world stands, if that is not the end of the present one.
  void fork(const World& world);
  /// Makes another branch the present one; the world stays as it is. @param branch  its index
  void switchTo(std::size_t branch) { present_ = branch; }

  /// Keeps a keyframe if the world is at a frame boundary.
  void keep(const World& world);
  /// Frames of the present branch that can be gone to at once, ascending.
  [[nodiscard]] std::vector<std::uint64_t> keyframes() const;
  /// Takes the world to the last keyframe of the present branch at or before this step or frame.
  void restoreAtStep(World& world, std::uint64_t step) const;
  /// Restores the last keyframe of the present branch at or before this frame.
  void restoreAtFrame(World& world, std::uint64_t frame) const;
  /// True if a keyframe lies after where the world stands and at or before this frame or step.
  [[nodiscard]] bool keyframeBetween(const World& world, std::uint64_t frame) const;
  /// Waits until all is packed.
  [[nodiscard]] std::size_t bytesKept() const;

 private:
  struct Keyframe {
    std::size_t branch;
    std::uint64_t frame, step;
    std::size_t size;  ///< of the state [bytes]
    /// The state, packed by another thread while the world goes on.
    std::shared_future<std::vector<std::byte>> packed;
  };

  [[nodiscard]] bool visible(const Keyframe& keyframe) const;
  template <class Before>
  [[nodiscard]] const Keyframe& lastKeyframe(Before before) const;
  void restore(World& world, const Keyframe& keyframe) const;
  /// @param room  that is to be left in the budget [bytes]
  void thin(std::uint64_t now, std::size_t room);
  void forgetABranch();

  const std::size_t budget_;
  std::size_t names_ = 1;            ///< given to branches so far
  std::vector<Keyframe> keyframes_;  ///< by branch, then by step; the first is that of step 0
  std::vector<HistoryBranch> branches_;
  std::size_t present_ = 0;
};

}  // namespace ooze
