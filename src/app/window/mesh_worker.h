// Imports mesh files in the background: reads files, samples signed distances, and submits the resulting
// commands.
#pragma once

#include "ooze/base/cancellation_token.h"

#include "ui/panels/panel.h"
#include "ui/state/mesh_import_queue.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace ooze {

class MeshWorker final : public ui::MeshImportQueue {
 public:
  /// @param wake  called on any thread when settle() has work to do
  explicit MeshWorker(std::function<void()> wake);
  /// Cancels the current job.
  ~MeshWorker() override;
  MeshWorker(const MeshWorker&) = delete;
  MeshWorker& operator=(const MeshWorker&) = delete;

  // Call the following on the window's thread.
  void offer(std::filesystem::path file, std::optional<Vec2> at) override;
  [[nodiscard]] const ui::MeshImport* current() const override;
  [[nodiscard]] std::size_t waiting() const override;
  void accept(const ui::MeshImportAnswer& order) override;
  void dismiss() override;

  /// Collects finished jobs: the properties of the mesh in the open dialog, and meshes that are ready to be
  /// added.
  /// @param scene  current scene; jobs for another scene are dropped
  void settle(Session& session, const std::shared_ptr<const Scene>& scene);
  [[nodiscard]] std::vector<ui::Task> tasks() const;
  std::vector<Message> takeMessages();

 private:
  /// A job: a file to read, or an accepted mesh to sample.
  struct MeshJob {
    std::filesystem::path file;
    std::optional<ui::MeshImportAnswer> order;
    std::weak_ptr<const Scene> scene;  ///< scene for which the mesh was accepted
    CancellationToken work;
    // Results, valid once the job is in finished_.
    ui::MeshProperties facts;
    std::string error;
    std::string note;  ///< how the solid differs from the mesh; empty if it does not
  };

  void run();
  static void work(MeshJob& job);
  void add(std::shared_ptr<MeshJob> job);
  void readNext();
  void finish(MeshJob& job, Session& session, const std::shared_ptr<const Scene>& scene);

  const std::function<void()> wake_;
  std::deque<ui::MeshImport> offers_;
  std::shared_ptr<MeshJob> reading_;  ///< job that reads the file of the first offer; null: none
  std::vector<std::shared_ptr<MeshJob>> sampling_;  ///< accepted meshes that are being sampled, oldest first
  std::weak_ptr<const Scene> scene_;
  std::vector<Message> messages_;

  std::mutex mutex_;  // guards all members below
  std::condition_variable changed_;
  bool stop_ = false;
  std::shared_ptr<MeshJob> currentJob_;
  std::deque<std::shared_ptr<MeshJob>> jobs_;
  std::vector<std::shared_ptr<MeshJob>> finished_;

  std::thread thread_;  // last member: the thread starts after all other members are constructed
};

/// Returns the command that adds the mesh.
Command meshCommand(const ui::MeshImportAnswer& order);
/// Returns the command that adds the mesh, and further commands such as the action that makes liquid firm.
std::vector<Command> meshCommands(const ui::MeshImportAnswer& order);

}  // namespace ooze
