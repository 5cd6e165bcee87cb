#include "session/session_writer.h"

#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

std::string written(const std::filesystem::path& file, const SaveFile& save) try {
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error) return fmt::format("cannot make {}: {}", file.parent_path().string(), error.message());
  writeSave(file, save);
  return {};
} catch (const std::exception& error) {
  return error.what();
}

}  // namespace

SessionWriter::SessionWriter() : thread_([this] { run(); }) {}

SessionWriter::~SessionWriter() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void SessionWriter::write(std::filesystem::path file, SaveFile save, Done done) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back({std::move(file), std::move(save), std::move(done)});
  }
  changed_.notify_all();
}

bool SessionWriter::busy() const {
  const std::lock_guard lock(mutex_);
  return !jobs_.empty();
}

void SessionWriter::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return jobs_.empty(); });
}

void SessionWriter::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const SaveJob& job = jobs_.front();  // stays valid: only this thread removes jobs
    lock.unlock();
    job.done(job.file, written(job.file, job.save));
    lock.lock();
    jobs_.pop_front();
    changed_.notify_all();
  }
}

}  // namespace ooze
