#include "app/window/window_exports.h"

#include "ooze/base/error.h"

#include "app/exports/exports.h"
#include "base/file_name.h"
#include "export/frame_name.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>
#include <utility>

namespace ooze {
namespace {

/// Returns the number of export threads. One core is left for the simulation and the pictures of the window.
int coresForExports() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1); }

std::string frames(std::uint64_t count) { return fmt::format("{} frame{}", count, count == 1 ? "" : "s"); }

}  // namespace

WindowExports::WindowExports(Ask ask, std::function<std::string()> scene, std::function<Amount()> amount,
                             std::function<void()> wake)
    : ask_(std::move(ask)), scene_(std::move(scene)), amount_(std::move(amount)), wake_(std::move(wake)) {}

std::uint64_t WindowExports::bytesPerFrame(const ui::ExportChoice& choice) const {
  const ExportFormat format = exportFormat("frame" + choice.format, Exported::Surface);
  const Amount now = amount_();
  std::uint64_t bytes = 0;
  if (choice.particles) bytes += estimateParticleBytes(format, now.particles);
  if (choice.surface)
    bytes +=
        estimateSurfaceBytes(format, now.triangles.value_or(estimateTriangles(now.particles)), now.particles);
  return bytes;
}

std::filesystem::path WindowExports::filesOf(const ui::ExportChoice& choice, const char* of) const {
  const std::string name = fileNameOf(choice.name.empty() ? scene_() : choice.name);
  return std::filesystem::path(choice.folder) / fmt::format("{}_{}_%04d{}", name, of, choice.format);
}

std::string WindowExports::firstFile(const ui::ExportChoice& choice, const char* of) const {
  const int every = std::max(choice.every, 1), first = (choice.first + every - 1) / every * every;
  try {
    return frameName(filesOf(choice, of), static_cast<std::uint64_t>(std::max(first, 0))).string();
  } catch (const InputError&) {
    return {};  // start() reports an invalid name
  }
}

FrameExporter::Plan WindowExports::planOf(const ui::ExportChoice& choice) const {
  if (choice.name.find('/') != std::string::npos)
    throw InputError(fmt::format("a name must not contain \"/\": {}", choice.name));
  FrameExporter::Plan plan;
  if (choice.surface) plan.files.surface = filesOf(choice, "surface");
  if (choice.tracked) plan.files.surfaceMethod = SurfaceMethod::Tracked;
  if (choice.particles) plan.files.particles = filesOf(choice, "particles");
  plan.files.every = static_cast<std::uint64_t>(std::max(choice.every, 1));
  plan.first = static_cast<std::uint64_t>(std::max(choice.first, 0));
  plan.last = static_cast<std::uint64_t>(std::max(choice.last, 0));
  plan.threads = coresForExports();
  return plan;
}

void WindowExports::start(const ui::ExportChoice& choice) {
  if (status_ && status_->running) return;
  status_ = ui::ExportStatus{};
  try {
    exporter_ = std::make_shared<FrameExporter>(planOf(choice), wake_);
    status_->running = true;
    status_->words = "Preparing the session";
    ask_(exporter_->plan().from(),
         [exporter = exporter_](ReplaySource replay) { exporter->begin(std::move(replay)); });
  } catch (const std::exception& error) {
    *status_ = {false, 0.f, error.what(), true};
  }
}

void WindowExports::cancel() {
  if (exporter_) exporter_->cancel();
}

bool WindowExports::follow() {
  if (!exporter_) return false;
  const FrameExporter::ExportProgress now = exporter_->progress();
  if (now.ended) {
    settle(now);
    return true;
  }
  const FrameExporter::Plan& plan = exporter_->plan();
  if (now.frame == now.begun) return false;
  const auto whole = static_cast<float>(plan.last - now.begun);
  const std::string words = fmt::format("Frame {} of {}", now.frame, plan.last);
  status_->done = static_cast<float>(now.frame - now.begun) / whole;
  return std::exchange(status_->words, words) != words;
}

void WindowExports::settle(const FrameExporter::ExportProgress& progress) {
  const ExportOptions& files = exporter_->plan().files;
  const std::filesystem::path folder =
      (files.surface.empty() ? files.particles : files.surface).parent_path();
  Message said{Message::MessageKind::Info,
               fmt::format("Wrote {} to {}.", frames(progress.written), folder.string())};
  if (progress.cancelled)
    said.text =
        fmt::format("The export was cancelled. Wrote {} to {}.", frames(progress.written), folder.string());
  if (!progress.failure.empty())
    said = {Message::MessageKind::Error,
            fmt::format("The export failed after {}: {}", frames(progress.written), progress.failure)};
  *status_ = {false, 1.f, said.text, !progress.failure.empty()};
  messages_.push_back(std::move(said));
  exporter_.reset();
}

void WindowExports::finish() {
  if (!exporter_) return;
  exporter_->cancel();
  while (!exporter_->progress().ended) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  follow();
}

std::optional<ui::Task> WindowExports::task() {
  if (!exporter_) return std::nullopt;
  return ui::Task{"Export", status_->done, [this] { cancel(); }};
}

std::vector<Message> WindowExports::takeMessages() { return std::exchange(messages_, {}); }

}  // namespace ooze
