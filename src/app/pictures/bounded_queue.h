// A bounded queue between threads: keeps order, loses nothing, and makes a fast producer wait.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace ooze {

template <class T>
class BoundedQueue {
 public:
  /// @param room  greatest number of waiting items before waitForRoom() blocks
  explicit BoundedQueue(std::size_t room) : room_(room) {}

  /// Adds an item at the end without waiting. @return false if the queue is closed; then nothing was added
  bool put(T item) {
    const std::lock_guard lock(mutex_);
    if (closed_) return false;
    items_.push_back(std::move(item));
    changed_.notify_all();
    return true;
  }
  /// Waits until at most `room` items are left, or the queue is closed.
  void waitForRoom() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || items_.size() <= room_; });
  }

  /// Waits for the next item. @return nothing once the queue is closed and empty
  std::optional<T> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    std::optional<T> item;
    item.emplace(std::move(items_.front()));
    items_.pop_front();
    changed_.notify_all();
    return item;
  }

  /// Closes the queue for new items. Remaining items can still be taken, and waitForRoom() returns.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  /// Closes the queue and drops the remaining items.
  void closeAndClear() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    items_.clear();
    changed_.notify_all();
  }

 private:
  const std::size_t room_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> items_;
  bool closed_ = false;
};

}  // namespace ooze
