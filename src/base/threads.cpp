#include "ooze/base/threads.h"

#include "ooze/base/cancellation_token.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#ifdef OOZE_USE_TBB
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#else
#include <exception>
#include <mutex>
#endif

namespace ooze {
namespace {

int resolveCount(int count) {
  return count > 0 ? count : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Completion flags of the tasks of a graph. The array never shrinks, so a warm loop allocates no memory.
class DoneFlags {
 public:
  void reset(std::size_t n) {
    if (n > capacity_) flags_ = std::make_unique<std::atomic<bool>[]>(capacity_ = 2 * n);
    for (std::size_t i = 0; i < n; ++i) flags_[i].store(false, std::memory_order_relaxed);
  }
  void set(std::size_t i) { flags_[i].store(true, std::memory_order_release); }
  /// Waits until a task is done. Spins first, because tasks are short and most waits are already over. Yields
  /// after a while, because the machine may have fewer cores than threads.
  /// @return false if the loop was given up
  bool wait(std::size_t i, const std::atomic<bool>& givenUp) const {
    for (int spin = 0; !flags_[i].load(std::memory_order_acquire); ++spin) {
      if (givenUp.load(std::memory_order_relaxed)) return false;
      if (spin > 200) std::this_thread::yield();
    }
    return true;
  }

 private:
  std::unique_ptr<std::atomic<bool>[]> flags_;
  std::size_t capacity_ = 0;
};

template <class Task>
void runInOrder(std::size_t n, const Task& task) {
  for (std::size_t i = 0; i < n; ++i) task(i);
}

/// Measures the loops that one thread runs.
class LoopClock {
 public:
  /// Calls `loop`, which has n tasks, and adds its time. A single task is serial work.
  template <class Loop>
  void measure(std::size_t n, const Loop& loop) {
    if (n <= 1 || std::this_thread::get_id() != owner_ || running_) {
      loop();
      return;
    }
    const Running running(running_);
    const auto begin = std::chrono::steady_clock::now();
    loop();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const auto partOn = [n](std::size_t cores) {
      return static_cast<double>((n + cores - 1) / cores) / static_cast<double>(n);
    };
    times_.seconds += seconds;
    times_.on8Cores += seconds * partOn(8);
    times_.on16Cores += seconds * partOn(16);
  }
  [[nodiscard]] const LoopTimes& times() const { return times_; }

 private:
  /// Marks a loop as running, until the loop ends or throws.
  class Running {
   public:
    explicit Running(bool& flag) : flag_(flag) { flag_ = true; }
    ~Running() { flag_ = false; }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

   private:
    bool& flag_;
  };

  std::thread::id owner_ = std::this_thread::get_id();
  bool running_ = false;  ///< used by the owner only
  LoopTimes times_;
};

}  // namespace

#ifdef OOZE_USE_TBB

struct Threads::Backend {
  int count;
  LoopClock clock;
  // Use more threads than cores only on request: oneTBB would otherwise warn and use fewer.
  std::optional<tbb::global_control> allowMore;
  tbb::task_arena arena;
  DoneFlags done;
  explicit Backend(int n) : count(n), arena(n) {
    if (n > tbb::info::default_concurrency())
      allowMore.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(n));
  }
};

void Threads::forEach(std::size_t n, FunctionRef<void(std::size_t)> f) const {
  const auto one = [&](std::size_t i) {
    throwIfCancelled(work_);
    f(i);
  };
  if (backend_->count == 1) return backend_->clock.measure(n, [&] { runInOrder(n, one); });
  if (n <= 1) return runInOrder(n, one);
  backend_->arena.execute([&] { tbb::parallel_for(std::size_t{0}, n, one); });
}

#else

// A fallback with plain threads and the same tasks, used under ThreadSanitizer. ThreadSanitizer cannot see
// the happens-before edges inside the distribution's uninstrumented oneTBB.
struct Threads::Backend {
  int count;
  LoopClock clock;
  DoneFlags done;
  explicit Backend(int n) : count(n) {}
};

void Threads::forEach(std::size_t n, FunctionRef<void(std::size_t)> f) const {
  const auto one = [&](std::size_t i) {
    throwIfCancelled(work_);
    f(i);
  };
  const auto workers = std::min<std::size_t>(n, static_cast<std::size_t>(backend_->count));
  if (backend_->count == 1) return backend_->clock.measure(n, [&] { runInOrder(n, one); });
  if (workers <= 1) return runInOrder(n, one);
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failureMutex;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < n; i = next++) one(i);
    } catch (...) {
      const std::lock_guard lock(failureMutex);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t t = 1; t < workers; ++t) threads.emplace_back(work);
  work();
  for (std::thread& t : threads) t.join();
  if (failure) std::rethrow_exception(failure);
}

#endif

void Threads::forGraph(std::size_t n, FunctionRef<std::size_t(std::size_t)> at,
                       FunctionRef<void(std::size_t, FunctionRef<void(std::size_t)>)> before,
                       FunctionRef<void(std::size_t)> run) const {
  const std::size_t workers = std::min(n, static_cast<std::size_t>(backend_->count));
  const auto inOrder = [&] {
    for (std::size_t k = 0; k < n; ++k) {
      throwIfCancelled(work_);
      run(at(k));
    }
  };
  if (backend_->count == 1) return backend_->clock.measure(n, inOrder);
  if (workers <= 1) return inOrder();
  DoneFlags& done = backend_->done;
  done.reset(n);
  // Workers take tasks in topological order, so another worker is already running any task that a worker
  // waits for. At least one worker therefore always makes progress, and no deadlock can occur.
  std::atomic<std::size_t> next{0};
  std::atomic<bool> givenUp{false};
  forEach(workers, [&](std::size_t) {
    try {
      for (std::size_t k = next++; k < n; k = next++) {
        throwIfCancelled(work_);
        const std::size_t task = at(k);
        bool ready = true;
        before(task, [&](std::size_t earlier) { ready = ready && done.wait(earlier, givenUp); });
        if (!ready) return;
        run(task);
        done.set(task);
      }
    } catch (...) {
      givenUp = true;
      throw;
    }
  });
}

Threads::Threads(int count) : backend_(std::make_unique<Backend>(resolveCount(count))) {}
Threads::~Threads() = default;
int Threads::count() const { return backend_->count; }
LoopTimes Threads::loopTimes() const { return backend_->clock.times(); }

void Threads::forChunks(std::size_t n, std::size_t grain,
                        FunctionRef<void(std::size_t, std::size_t, std::size_t)> f) const {
  forEach(chunkCount(n, grain), [&](std::size_t chunk) {
    const std::size_t begin = chunk * grain;
    f(chunk, begin, std::min(n, begin + grain));
  });
}

}  // namespace ooze
