// Draws pictures on a thread of its own, because an OpenGL context belongs to one thread.
#pragma once

#include "render/offscreen_renderer.h"

#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>
#include <utility>

namespace ooze::python {

/// A thread with an OffscreenRenderer. The thread and the renderer are made by the first picture.
class PictureWorker {
 public:
  /// Returns the worker of the process.
  static PictureWorker& common();
  ~PictureWorker() { stop(); }

  /// Calls work(OffscreenRenderer&) on the thread, and waits for the result. Safe on any thread.
  /// @throws whatever `work` or OffscreenRenderer throws
  template <class Work>
  auto run(const Work& work) {
    using Result = decltype(work(std::declval<OffscreenRenderer&>()));
    std::promise<Result> promise;
    std::future<Result> result = promise.get_future();
    put([&work, &promise](std::unique_ptr<OffscreenRenderer>& renderer) {
      try {
        if (!renderer) renderer = std::make_unique<OffscreenRenderer>();
        promise.set_value(work(*renderer));
      } catch (...) {
        promise.set_exception(std::current_exception());
      }
    });
    return result.get();
  }
  /// Ends the thread after the pictures in progress. A later run() starts the thread again.
  void stop();

 private:
  using Task = std::function<void(std::unique_ptr<OffscreenRenderer>&)>;
  void put(Task task);
  void drawAll();

  std::mutex mutex_;  // guards all members below
  std::condition_variable changed_;
  std::queue<Task> tasks_;
  bool stops_ = false;
  std::thread thread_;
};

}  // namespace ooze::python
