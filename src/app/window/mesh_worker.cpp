#include "app/window/mesh_worker.h"

#include "app/window/mesh_properties.h"
#include "world/parts/mesh_store.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ooze {
MeshWorker::MeshWorker(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { run(); }) {}

MeshWorker::~MeshWorker() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    if (currentJob_) currentJob_->work.cancelled = true;
  }
  changed_.notify_all();
  thread_.join();
}

void MeshWorker::offer(std::filesystem::path file, std::optional<Vec2> at) {
  offers_.push_back({std::move(file), at, std::nullopt});
  readNext();
}

const ui::MeshImport* MeshWorker::current() const { return offers_.empty() ? nullptr : &offers_.front(); }

std::size_t MeshWorker::waiting() const { return offers_.empty() ? 0 : offers_.size() - 1; }

void MeshWorker::accept(const ui::MeshImportAnswer& order) {
  auto job = std::make_shared<MeshJob>();
  job->file = order.file;
  job->order = order;
  job->scene = scene_;
  sampling_.push_back(job);
  add(std::move(job));
  dismiss();
}

void MeshWorker::dismiss() {
  if (offers_.empty()) return;
  if (reading_) reading_->work.cancelled = true;
  reading_.reset();
  offers_.pop_front();
  readNext();
}

// Reads only the mesh of the open dialog, because a user who drops many meshes may dismiss most of them.
void MeshWorker::readNext() {
  if (offers_.empty() || reading_ || offers_.front().facts) return;
  reading_ = std::make_shared<MeshJob>();
  reading_->file = offers_.front().file;
  add(reading_);
}

void MeshWorker::add(std::shared_ptr<MeshJob> job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
}

void MeshWorker::settle(Session& session, const std::shared_ptr<const Scene>& scene) {
  scene_ = scene;
  std::vector<std::shared_ptr<MeshJob>> finished;
  {
    const std::lock_guard lock(mutex_);
    finished = std::exchange(finished_, {});
  }
  for (const std::shared_ptr<MeshJob>& job : finished) finish(*job, session, scene);
}

void MeshWorker::finish(MeshJob& job, Session& session, const std::shared_ptr<const Scene>& scene) {
  const bool ofOffer = reading_.get() == &job;
  if (ofOffer) reading_.reset();
  std::erase_if(sampling_, [&](const std::shared_ptr<MeshJob>& other) { return other.get() == &job; });
  if (!job.error.empty()) messages_.push_back({Message::MessageKind::Error, job.error});
  if (ofOffer) {
    if (job.error.empty())
      offers_.front().facts = std::move(job.facts);
    else
      dismiss();
  } else if (job.order && job.error.empty() && !job.work.cancelled) {
    const std::string name = job.file.filename().string();
    if (job.scene.lock() != scene) {
      messages_.push_back(
          {Message::MessageKind::Info, fmt::format("{} was not added: another scene is open now", name)});
      return;
    }
    if (!job.note.empty()) messages_.push_back({Message::MessageKind::Info, job.note});
    session.beginEdit("Add " + name);
    for (Command& command : meshCommands(*job.order)) session.submit(std::move(command));
    session.endEdit();
  }
}

std::vector<ui::Task> MeshWorker::tasks() const {
  std::vector<ui::Task> tasks;
  for (const std::shared_ptr<MeshJob>& job : sampling_)
    tasks.push_back(
        {"Sampling " + job->file.filename().string(), job->work.done, [job] { job->work.cancelled = true; }});
  return tasks;
}

std::vector<Message> MeshWorker::takeMessages() { return std::exchange(messages_, {}); }

void MeshWorker::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
    if (stop_) return;
    currentJob_ = std::move(jobs_.front());
    jobs_.pop_front();
    const std::shared_ptr<MeshJob> job = currentJob_;
    lock.unlock();
    work(*job);
    lock.lock();
    currentJob_.reset();
    finished_.push_back(job);
    lock.unlock();
    wake_();
    lock.lock();
  }
}

void MeshWorker::work(MeshJob& job) {
  try {
    throwIfCancelled(&job.work);
    if (job.order)
      job.note = prepareMesh(meshCommand(*job.order), job.order->h, job.order->leastWall, job.work);
    else
      job.facts = computeMeshProperties(readDroppedMesh(job.file, job.work), job.work);
  } catch (const Cancelled&) {
    job.work.cancelled = true;
  } catch (const std::exception& error) {
    job.error = error.what();
    if (job.error.find(job.file.string()) == std::string::npos)
      job.error = job.file.string() + ": " + job.error;
  }
}

Command meshCommand(const ui::MeshImportAnswer& order) {
  const auto rotation = order.turn == Vec3(0.f) ? std::nullopt : std::optional(order.turn);
  if (order.use == ui::MeshUse::Liquid)
    return FillMesh{.centre = order.centre,
                    .height = order.height,
                    .material = static_cast<std::uint16_t>(order.material),
                    .rotation = rotation,
                    .file = order.file.string()};
  return AddMeshBody{.centre = order.centre,
                     .height = order.height,
                     .kind = order.use == ui::MeshUse::Collider ? MeshKind::Collider
                             : order.use == ui::MeshUse::Mould  ? MeshKind::Mould
                                                                : MeshKind::Dynamic,
                     .density = order.density,
                     .rotation = rotation,
                     .file = order.file.string()};
}

std::vector<Command> meshCommands(const ui::MeshImportAnswer& order) {
  std::vector<Command> commands{meshCommand(order)};
  if (order.use == ui::MeshUse::Liquid && !order.shapeKeepingAction.empty())
    commands.push_back(DoMethodAction{order.shapeKeepingAction});
  return commands;
}

}  // namespace ooze
