// Thread pool with deterministic parallel loops.
// The partition depends on the size of the work, never on the number of threads.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace ooze {

struct CancellationToken;

/// A non-owning reference to a callable: a cheap std::function for arguments.
template <class Signature>
class FunctionRef;
/// A non-owning reference to something callable with this signature.
template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
  /// Refers to `f`, which must outlive the reference. A temporary lives until the end of the full expression.
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef>)
      FunctionRef(F&& f)  // NOLINT: implicit by design
      : object_(const_cast<void*>(static_cast<const void*>(&f))), call_([](void* o, Args... args) -> R {
          return (*static_cast<std::remove_reference_t<F>*>(o))(std::forward<Args>(args)...);
        }) {}
  /// Calls the function.
  R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  void* object_;
  R (*call_)(void*, Args...);
};

/// Wall time in the parallel loops of a pool of one thread, and estimates of the same loops on more cores.
/// Loops of a single task are serial and do not count.
/// The estimates give a loop of n tasks ceil(n / cores) / n of its time. They ignore memory bandwidth, the
/// start of threads and the order of a task graph.
struct LoopTimes {
  double seconds = 0;    ///< time in loops on one thread [s]
  double on8Cores = 0;   ///< estimated time on 8 cores [s]
  double on16Cores = 0;  ///< estimated time on 16 cores [s]
};

/// The thread pool of one World. The class is no singleton: two Worlds may own different numbers of threads.
/// Every loop blocks until its tasks are done. If a task throws, the loop may skip tasks that have not begun,
/// and rethrows one of the exceptions on the calling thread. Set the cancellation token between loops only.
class Threads {
 public:
  /// Makes the pool. @param count  number of threads; 0 or less takes every core of the machine
  explicit Threads(int count = 0);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// Returns the number of threads, at least 1.
  [[nodiscard]] int count() const;

  /// Returns the time in loops so far; 0 in a pool of several threads. Only loops that are called by the
  /// thread that made the pool are measured, and a loop within a task is part of that task.
  [[nodiscard]] LoopTimes loopTimes() const;

  /// Sets the cancellation token. After the token is cancelled, loops soon throw Cancelled
  /// (base/cancellation_token.h), with only some of their tasks done. The token must outlive the loops; null
  /// removes the token.
  void setCancellationToken(const CancellationToken* work) { work_ = work; }

  /// Calls f(task) once for every task in [0, n), in any order and on any thread.
  /// @throws Cancelled if the cancellation token is cancelled, and any exception of `f`
  void forEach(std::size_t n, FunctionRef<void(std::size_t task)> f) const;

  /// Cuts [0, n) into chunks of `grain` (the last may be shorter) and calls f(chunk, begin, end) for each.
  /// Chunk borders depend on n and grain alone, so per-chunk partial results combine to the same bits.
  /// @param grain  above 0
  /// @throws Cancelled as forEach(), and any exception of `f`
  void forChunks(std::size_t n, std::size_t grain,
                 FunctionRef<void(std::size_t chunk, std::size_t begin, std::size_t end)> f) const;

  /// Calls each(i) once for every i in [0, n), in chunks of `grain` as forChunks() cuts them.
  /// @throws Cancelled as forEach(), and any exception of `each`
  template <class Each>
  void forEachIndex(std::size_t n, std::size_t grain, const Each& each) const {
    forChunks(n, grain, [&each](std::size_t, std::size_t begin, std::size_t end) {
      const Each own = each;  // a copy whose captures stay in registers
      for (std::size_t i = begin; i < end; ++i) own(i);
    });
  }

  /// Runs a task graph: tasks with dependencies on other tasks. Task ids are [0, n). A pool
  /// runs one graph at a time, and no loop of the same pool inside a task.
  /// @param at      id of the k-th task in a topological order
  /// @param before  calls wait(id) for every task that must finish before `task`; not called if a single
  ///                thread runs all tasks in order
  /// @param run     executes a task; dependent tasks see everything that the task wrote
  /// @throws Cancelled as forEach(), and any exception of the three functions
  void forGraph(std::size_t n, FunctionRef<std::size_t(std::size_t k)> at,
                FunctionRef<void(std::size_t task, FunctionRef<void(std::size_t)> wait)> before,
                FunctionRef<void(std::size_t task)> run) const;

  /// Returns the number of chunks that forChunks() makes. @param grain  above 0
  [[nodiscard]] static std::size_t chunkCount(std::size_t n, std::size_t grain) {
    return (n + grain - 1) / grain;
  }

 private:
  struct Backend;
  std::unique_ptr<Backend> backend_;
  const CancellationToken* work_ = nullptr;
};

}  // namespace ooze
