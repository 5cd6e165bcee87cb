#include "ooze/base/threads.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

#ifdef OOZE_USE_TBB
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#else
#include <atomic>
#include <exception>
#include <mutex>
#endif

namespace ooze {
namespace {

int resolveCount(int count) {
  return count > 0 ? count : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

#ifdef OOZE_USE_TBB

struct Threads::Backend {
  int count;
  // More threads than cores only on request: oneTBB would otherwise warn and give fewer.
  std::optional<tbb::global_control> allowMore;
  tbb::task_arena arena;
  explicit Backend(int n) : count(n), arena(n) {
    if (n > tbb::info::default_concurrency())
      allowMore.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(n));
  }
};

void Threads::forEach(std::size_t n, FunctionRef<void(std::size_t)> f) const {
  if (n <= 1 || backend_->count == 1) {
    for (std::size_t i = 0; i < n; ++i) f(i);
    return;
  }
  backend_->arena.execute([&] { tbb::parallel_for(std::size_t{0}, n, [&](std::size_t i) { f(i); }); });
}

#else

// Plain threads with the same tasks. Used under ThreadSanitizer, which cannot see the happens-before edges
// inside the distribution's uninstrumented oneTBB.
struct Threads::Backend {
  int count;
  explicit Backend(int n) : count(n) {}
};

void Threads::forEach(std::size_t n, FunctionRef<void(std::size_t)> f) const {
  const auto workers = std::min<std::size_t>(n, static_cast<std::size_t>(backend_->count));
  if (workers <= 1) {
    for (std::size_t i = 0; i < n; ++i) f(i);
    return;
  }
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failureMutex;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < n; i = next++) f(i);
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

Threads::Threads(int count) : backend_(std::make_unique<Backend>(resolveCount(count))) {}
Threads::~Threads() = default;
int Threads::count() const { return backend_->count; }

void Threads::forChunks(std::size_t n, std::size_t grain,
                        FunctionRef<void(std::size_t, std::size_t, std::size_t)> f) const {
  forEach(chunkCount(n, grain), [&](std::size_t chunk) {
    const std::size_t begin = chunk * grain;
    f(chunk, begin, std::min(n, begin + grain));
  });
}

}  // namespace ooze
