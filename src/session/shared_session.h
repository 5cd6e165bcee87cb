// State shared between a session's thread and all other threads: requests to the session, and the published
// view.
#pragma once

#include "session/frame_pacing.h"
#include "session/session.h"
#include "session/session_requests.h"
#include "session/world_edits.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ooze {

/// Protects the whole state with one lock, so that every reader sees a consistent state. The lock is held
/// only to exchange a few values, never while a thread waits or a world works.
class SharedSession {
 public:
  using Clock = std::chrono::steady_clock;

  struct SessionState {
    // Requests:
    bool stop = false;
    SessionRequests requests;
    PendingEdits pending;
    SnapshotContent content;
    std::shared_ptr<FrameBarrier> pace;
    std::size_t lane = 0;  ///< slot of this session's world in the frame barrier: 0 or 1
    /// If set, only the world of this scene may play; if unset, the world of any scene.
    std::optional<std::shared_ptr<const Scene>> playableScene;
    // Published view, written by the session's thread and read by all others. As an exception, other threads
    // also set `playing` and `speed` in the view's status, as requests to the session:
    SessionView view;
    std::vector<Message> messages;
    std::vector<LoggedCommand> log;
    std::exception_ptr firstLoadError;
  };

  /// @param wake  called whenever the view or the messages have changed
  explicit SharedSession(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// Calls `f` with the state under the lock, to read the state or to change what is published.
  /// @return the result of `f`
  template <class F>
  auto with(F&& f) {
    const std::lock_guard lock(mutex_);
    return std::forward<F>(f)(state_);
  }
  template <class F>
  auto with(F&& f) const {
    const std::lock_guard lock(mutex_);
    return std::forward<F>(f)(state_);
  }
  /// Changes the requests under the lock, and wakes the session's thread.
  template <class F>
  void ask(F&& f) {
    with(std::forward<F>(f));
    asked_.notify_all();
  }
  /// Wakes the session's thread to check for work.
  void nudge() {
    ask([](SessionState&) {});
  }
  /// Sleeps until work is due; call on the session's thread.
  /// @param when  returns the time of the next work for a state; Clock::time_point::max(): waits for a
  /// request
  template <class When>
  void waitUntil(When when) {
    std::unique_lock lock(mutex_);
    for (auto until = when(std::as_const(state_)); until > Clock::now(); until = when(std::as_const(state_)))
      if (until == Clock::time_point::max())
        asked_.wait(lock);
      else
        asked_.wait_until(lock, until);
  }

  void wake() const { wake_(); }
  /// Adds a message to the user.
  void say(Message message) {
    with([&](SessionState& s) { s.messages.push_back(std::move(message)); });
    wake();
  }
  void say(Message::MessageKind kind, std::string text) { say({kind, std::move(text)}); }

 private:
  const std::function<void()> wake_;
  mutable std::mutex mutex_;  // guards state_, the requests and the published view
  std::condition_variable asked_;
  SessionState state_;
};

}  // namespace ooze
