// Reads mesh files and samples their distances on a thread of its own, and submits what comes of it.
#pragma once

#include "ooze/base/long_work.h"

#include "ui/mesh_desk.h"
#include "ui/panels/panel.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace ooze {

class MeshWorker final : public ui::MeshDesk {
 public:
  /// @param wake  called on any thread when settle() has something to do
  explicit MeshWorker(std::function<void()> wake);
  /// Calls off what is at work.
  ~MeshWorker() override;
  MeshWorker(const MeshWorker&) = delete;
  MeshWorker& operator=(const MeshWorker&) = delete;

  // All of these from the window's thread.
  void offer(std::filesystem::path file, std::optional<Vec2> at) override;
  [[nodiscard]] const ui::MeshOffer* current() const override;
  [[nodiscard]] std::size_t waiting() const override;
  void accept(const ui::MeshOrder& order) override;
  void dismiss() override;

  /// Takes over what the thread has finished: the facts of the file that is asked about, and what is ready
  /// to go into the world. @param scene  the present one; what was ordered for another is dropped
  void settle(Session& session, const std::shared_ptr<const Scene>& scene);
  [[nodiscard]] std::vector<ui::Task> tasks() const;
  std::vector<Message> takeMessages();

 private:
  /// A file to be read, or with an order to be sampled.
  struct Job {
    std::filesystem::path file;
    std::optional<ui::MeshOrder> order;
    std::weak_ptr<const Scene> scene;  ///< that the order is for
    LongWork work;
    // What came of it, once it is among finished_.
    ui::MeshFacts facts;
    std::string error;
  };

  void run();
  static void work(Job& job);
  void add(std::shared_ptr<Job> job);
  void readNext();
  void finish(Job& job, Session& session, const std::shared_ptr<const Scene>& scene);

  const std::function<void()> wake_;
  std::deque<ui::MeshOffer> offers_;
  std::shared_ptr<Job> reading_;                ///< of the first offer
  std::vector<std::shared_ptr<Job>> sampling_;  ///< oldest first
  std::weak_ptr<const Scene> scene_;
  std::vector<Message> messages_;

  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  bool stop_ = false;
  std::shared_ptr<Job> atWork_;
  std::deque<std::shared_ptr<Job>> jobs_;
  std::vector<std::shared_ptr<Job>> finished_;

  std::thread thread_;  // last: it starts when everything else is there
};

/// The command that an order comes to.
Command meshCommand(const ui::MeshOrder& order);
/// The same, and what goes with it: the deed for liquid that is to be firm.
std::vector<Command> meshCommands(const ui::MeshOrder& order);

}  // namespace ooze
