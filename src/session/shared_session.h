// What lies between a session's thread and all others: what is asked of it, and what it shows.
#pragma once

#include "session/pace.h"
#include "session/pending_edits.h"
#include "session/session.h"
#include "session/session_requests.h"

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

/// One lock for all of it, so that nobody sees half of what belongs together. It is held while a few values
/// change hands, never while anyone waits or a world works.
class SharedSession {
 public:
  using Clock = std::chrono::steady_clock;

  struct State {
    // Asked:
    bool stop = false;
    SessionRequests requests;
    PendingEdits pending;
    SnapshotContent content;
    std::shared_ptr<Pace> pace;
    std::size_t lane = 0;  ///< of the pace
    /// Whose world alone may play; unset: any.
    std::optional<std::shared_ptr<const Scene>> mayPlay;
    // Shown; whether it plays and how fast is asked too:
    SessionView view;
    std::vector<Message> messages;
    std::vector<LoggedCommand> log;
    std::exception_ptr firstLoadError;
  };

  /// @param wake  called whenever there is something new to look at
  explicit SharedSession(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// Calls `f` with the state, to read it or to change what is shown. @return what it returns
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
  /// Changes what is asked: the session's thread looks at it.
  template <class F>
  void ask(F&& f) {
    with(std::forward<F>(f));
    asked_.notify_all();
  }
  /// Lets the session's thread look again.
  void nudge() {
    ask([](State&) {});
  }
  /// On the session's thread: sleeps until something is to be done. @param when  time of that, by the state
  /// as it is; Clock::time_point::max(): not before something is asked
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
  /// A message to the user.
  void say(Message::Kind kind, std::string text) {
    with([&](State& s) { s.messages.push_back({kind, std::move(text)}); });
    wake();
  }

 private:
  const std::function<void()> wake_;
  mutable std::mutex mutex_;  // guards state_
  std::condition_variable asked_;
  State state_;
};

}  // namespace ooze
