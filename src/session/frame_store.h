// Snapshots of the frames that were simulated, for playing them back at real time.
#pragma once

#include "ooze/world/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace ooze {

/// Keeps the snapshots of one branch of the history, by frame, within a memory budget. When the budget is
/// used up, every second frame is dropped, so that the whole run stays covered in fewer pictures a second.
class FrameStore {
 public:
  static constexpr std::size_t kBudget = std::size_t{256} << 20;  ///< memory for snapshots [bytes]

  /// @param budget  memory for snapshots; at least two frames are kept [bytes]
  explicit FrameStore(std::size_t budget = kBudget) : budget_(budget) {}

  /// Makes another branch the present one. Its frames up to `from` stay if the branch leaves the present
  /// one; otherwise all frames are dropped.
  /// @param name, parent  names of the branch and of the branch that it leaves
  /// @param from          last frame that both branches share
  void follow(const std::string& name, const std::string& parent, std::uint64_t from);
  /// Keeps the snapshot of a finished frame of the present branch, in place of an earlier one of this frame.
  void keep(std::shared_ptr<const Snapshot> snapshot);
  void clear();

  [[nodiscard]] bool empty() const { return frames_.empty(); }
  [[nodiscard]] std::size_t size() const { return frames_.size(); }
  [[nodiscard]] std::uint64_t first() const { return frames_.begin()->first; }  ///< first frame; not empty
  [[nodiscard]] std::uint64_t last() const { return frames_.rbegin()->first; }  ///< last frame; not empty
  /// Returns the snapshot of the last kept frame at or before `frame`, or the first one; null if empty.
  [[nodiscard]] std::shared_ptr<const Snapshot> at(std::uint64_t frame) const;
  /// Returns the first kept frame after `frame`; `frame` itself if none follows.
  [[nodiscard]] std::uint64_t next(std::uint64_t frame) const;

 private:
  struct StoredFrame {
    std::shared_ptr<const Snapshot> snapshot;
    std::size_t bytes;
  };
  void drop(std::map<std::uint64_t, StoredFrame>::iterator at);
  void thin();

  std::size_t budget_;
  std::size_t bytes_ = 0;     ///< memory of all kept snapshots [bytes]
  std::uint64_t stride_ = 1;  ///< only frames that are multiples of the stride are kept, and the last one
  std::string branch_;        ///< name of the present branch
  std::map<std::uint64_t, StoredFrame> frames_;
};

}  // namespace ooze
