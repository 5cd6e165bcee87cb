// What one thread hands another: in order, nothing lost, and whoever is ahead waits.
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
  /// @param room  how many may wait before who adds waits too
  explicit BoundedQueue(std::size_t room) : room_(room) {}

  /// Adds at the end, without waiting. @return false if the queue is closed: the item was not added
  bool put(T item) {
    const std::lock_guard lock(mutex_);
    if (closed_) return false;
    items_.push_back(std::move(item));
    changed_.notify_all();
    return true;
  }
  /// Waits until no more than `room` are left to take, or the queue is closed.
  void waitForRoom() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || items_.size() <= room_; });
  }

  /// Waits for the next one. @return nothing once the queue is closed and empty
  std::optional<T> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    std::optional<T> item(std::move(items_.front()));
    items_.pop_front();
    changed_.notify_all();
    return item;
  }

  /// Nothing more comes in; what is there can still be taken. Whoever waits for room goes on.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  /// As close(), and drops what is there.
  void giveUp() {
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
