#include "app/window/window_sweeps.h"

#include "ooze/base/error.h"

#include "app/pictures/picture_textures.h"
#include "app/pictures/sweep.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <thread>
#include <utility>

namespace ooze {
namespace {

/// Returns the number of sweep threads. One core is left for the simulation and the pictures of the window.
int coresForSweeps() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1); }

SweepPlan planOf(const SweepStart& ground, const ui::SweepChoice& choice) {
  if (!ground.scene) throw InputError("open a scene first");
  SweepPlan plan;
  plan.scene = ground.scene;
  plan.edits = ground.edits;
  for (const ui::SweepRange& range : choice.ranges)
    if (range.setting)
      plan.axes.push_back(
          {*range.setting,
           spacedValues(range.from, range.to, static_cast<std::size_t>(std::max(range.count, 0)),
                        range.logarithmic),
           range.logarithmic});
  plan.frame = static_cast<std::uint64_t>(std::max(choice.frame, 0));
  plan.camera = ground.camera;
  plan.picture = ground.picture;
  plan.picture.origin = {0, 0};
  plan.picture.size = {choice.width, choice.height};
  plan.threads = coresForSweeps();
  return plan;
}

ui::SweepSheet emptySheet(const SweepPlan& plan) {
  const SheetFrame frame = sheetOf(plan);
  ui::SweepSheet sheet;
  sheet.across = {frame.across.title, frame.across.values};
  sheet.down = {frame.down.title, frame.down.values};
  sheet.aspect = static_cast<float>(plan.picture.size.x) / static_cast<float>(plan.picture.size.y);
  sheet.done = 0.f;
  sheet.running = true;
  for (std::size_t i = 0; i < plan.cells(); ++i) sheet.cells.push_back({nullptr, "", plan.valuesOf(i)});
  return sheet;
}

}  // namespace

WindowSweeps::WindowSweeps(std::function<SweepStart()> ground, std::function<void()> wake)
    : ground_(std::move(ground)), wake_(std::move(wake)) {}

WindowSweeps::~WindowSweeps() { dropTextures(); }

void WindowSweeps::dropTextures() {
  if (!sheet_) return;
  for (ui::SweepSheet::SweepTile& cell : sheet_->cells) deleteTexture(std::exchange(cell.texture, nullptr));
}

void WindowSweeps::start(const ui::SweepChoice& choice) {
  sweep_.reset();
  dropTextures();
  cells_.clear();
  sheet_.emplace();
  try {
    const SweepPlan plan = planOf(ground_(), choice);
    if (plan.axes.empty()) throw InputError("choose at least one parameter");
    if (plan.cells() > kMaxSweepCells)
      throw InputError(fmt::format("{} pictures are too many; at most {} fit", plan.cells(), kMaxSweepCells));
    sheet_ = emptySheet(plan);
    sweep_ = std::make_unique<Sweep>(plan, painter_.open(), true, wake_);
  } catch (const std::exception& error) {
    sheet_.emplace().error = error.what();
  }
}

void WindowSweeps::cancel() {
  if (sweep_) sweep_->cancel();
}

bool WindowSweeps::follow() {
  if (!sweep_ || !sheet_ || !sheet_->running) return false;
  const bool ended = sweep_->ended();  // check before taking cells, because no cell follows the end
  std::vector<SweepCell> fresh = sweep_->takeCells();
  for (const SweepCell& cell : fresh) show(cell);
  const SweepPlan plan = sweep_->plan();
  const double frames = std::max(1.0, static_cast<double>(plan.frame * plan.cells()));
  sheet_->done = ended ? 1.f : static_cast<float>(static_cast<double>(sweep_->framesDone()) / frames);
  cells_.insert(cells_.end(), std::make_move_iterator(fresh.begin()), std::make_move_iterator(fresh.end()));
  if (!ended) return !fresh.empty();
  sheet_->running = false;
  try {
    sweep_->rethrow();
    if (cells_.size() < plan.cells())
      sheet_->error = fmt::format("Cancelled after {} of {} pictures", cells_.size(), plan.cells());
  } catch (const std::exception& error) {
    sheet_->error = error.what();
  }
  return true;
}

void WindowSweeps::show(const SweepCell& cell) {
  ui::SweepSheet::SweepTile& shown = sheet_->cells[cell.index];
  if (!cell.failure.empty())
    shown.words = fmt::format("Stopped at frame {}: {}", cell.frame, cell.failure);
  else
    shown.texture = textureOf(cell.picture);
  if (cell.failure.empty() && !cell.warning.empty()) shown.words = "liquid is missing";
  if (cell.failure.empty() && cell.rollBacks > 0)
    shown.words = fmt::format("{} frame{} repeated", cell.rollBacks, cell.rollBacks == 1 ? "" : "s");
}

void WindowSweeps::save(const std::filesystem::path& file) {
  if (!sweep_) return;
  if (saving_.valid()) messages_.push_back(saving_.get());
  saving_ = std::async(std::launch::async, [file, plan = sweep_->plan(), cells = cells_, wake = wake_] {
    Message said{Message::MessageKind::Info, "Saved " + file.string()};
    try {
      writePng(file, drawSweep(plan, cells));
    } catch (const std::exception& error) {
      said = {Message::MessageKind::Error, error.what()};
    }
    wake();
    return said;
  });
}

std::optional<ui::Task> WindowSweeps::task() {
  if (!sheet_ || !sheet_->running) return std::nullopt;
  return ui::Task{"Sweep", sheet_->done, [this] { cancel(); }};
}

std::vector<Message> WindowSweeps::takeMessages() {
  if (saving_.valid() && saving_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    messages_.push_back(saving_.get());
  return std::exchange(messages_, {});
}

}  // namespace ooze
