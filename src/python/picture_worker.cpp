#include "python/picture_worker.h"

namespace ooze::python {

PictureWorker& PictureWorker::common() {
  static PictureWorker worker;
  return worker;
}

void PictureWorker::put(Task task) {
  const std::lock_guard lock(mutex_);
  tasks_.push(std::move(task));
  if (!thread_.joinable()) {
    stops_ = false;
    thread_ = std::thread([this] { drawAll(); });
  }
  changed_.notify_one();
}

void PictureWorker::drawAll() {
  std::unique_ptr<OffscreenRenderer> renderer;
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stops_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    const Task task = std::move(tasks_.front());
    tasks_.pop();
    lock.unlock();
    task(renderer);
    lock.lock();
  }
}

void PictureWorker::stop() {
  std::thread ending;
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
    ending = std::move(thread_);
  }
  changed_.notify_all();
  if (ending.joinable()) ending.join();
}

}  // namespace ooze::python
