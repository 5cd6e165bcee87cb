#include "app/pictures/sweep.h"

#include "ooze/world/spray_trail.h"

#include "app/pictures/picture_choice.h"
#include "base/thread_priority.h"
#include "session/scene_cost.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <utility>

namespace ooze {
namespace {

// Worlds run in parallel rather than one after another, because parallel worlds do not wait for one another.
// Every world needs memory, which limits their number.
constexpr std::size_t kWaiting = 2;     // simulated worlds waiting to be drawn
constexpr double kMostParticles = 2e6;  // total of all parallel worlds; a particle takes up to 3 kB with its
                                        // springs

int coresFor(int wanted) {
  return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

double particlesOf(const Scene& scene) {
  try {
    return std::max(1.0, estimateSceneCost(scene.world, estimateLiquidVolumes(scene)).particles);
  } catch (const std::exception&) {
    return kMostParticles;  // the scene alone does not run, but may run with the varied parameters
  }
}

int worldsAtOnce(const SweepPlan& plan, int cores) {
  const double particles = particlesOf(*plan.scene);
  const double fit = std::clamp(kMostParticles / particles, 1.0, static_cast<double>(cores));
  return static_cast<int>(std::min(fit, static_cast<double>(plan.cells())));
}

}  // namespace

SimulatedCell simulateCell(const SweepPlan& plan, std::size_t cell, int threads,
                           const std::function<bool(std::uint64_t frame)>& goOn,
                           const std::function<void(const World&, const SprayTrail&)>& finish) {
  SimulatedCell result;
  result.cell.index = cell;
  try {
    World world(plan.scene->world, threads);
    for (const Command& command : plan.commandsOf(cell)) world.submit(command);
    SprayTrail trail(threads);
    const SnapshotContent content = contentFor(plan.picture);
    for (bool going = true; going && world.frameIndex() < plan.frame;) {
      if (content.droplets && world.atFrameBoundary()) (void)trail.snapshot(world, content);
      world.step();
      result.cell.frame = world.frameIndex();
      going = goOn(world.frameIndex());
    }
    result.cell.rollBacks = world.rollBacks().size();
    result.cell.warning = world.balance().warning();
    result.snapshot = trail.snapshot(world, content);
    if (finish) finish(world, trail);
  } catch (const std::bad_alloc&) {
    result.snapshot.reset();
    result.cell.failure = "out of memory";
  } catch (const std::exception& error) {
    result.snapshot.reset();
    result.cell.failure = error.what();
  }
  return result;
}

bool usesCommonScale(const SweepPlan& plan) {
  return plan.picture.quantity.isNumber() && !plan.picture.quantityScale;
}

QuantityScale commonScale(const SweepPlan& plan, std::span<const std::shared_ptr<const Snapshot>> snapshots) {
  std::vector<float> values;
  for (const auto& snapshot : snapshots) {
    if (!snapshot) continue;
    const std::vector<float> of = quantityValues(*snapshot, plan.picture.quantity);
    values.insert(values.end(), of.begin(), of.end());
  }
  return quantityScale(values, plan.picture.quantity);
}

Sweep::Sweep(SweepPlan plan, std::function<RenderQueue::Draw()> open, bool patient,
             std::function<void()> wake)
    : plan_(std::move(plan)),
      usesCommonScale_(usesCommonScale(plan_)),
      hasLowPriority_(patient),
      wake_(std::move(wake)),
      simulated_(kWaiting),
      thread_([this, make = std::move(open)] { run(make); }) {}

Sweep::~Sweep() {
  cancel();
  thread_.join();
}

void Sweep::cancel() {
  cancelled_ = true;
  simulated_.closeAndClear();
}

std::vector<SweepCell> Sweep::takeCells() {
  const std::lock_guard lock(mutex_);
  return std::exchange(cells_, {});
}

bool Sweep::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

void Sweep::rethrow() const {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

SweepPlan Sweep::plan() const {
  SweepPlan plan = plan_;
  const std::lock_guard lock(mutex_);
  if (scale_) plan.picture.quantityScale = scale_;
  return plan;
}

void Sweep::run(const std::function<RenderQueue::Draw()>& open) {
  if (hasLowPriority_) lowerThreadPriority(kBackgroundNiceness);
  std::vector<std::thread> simulating;
  std::exception_ptr failure;
  try {
    requireSound(plan_);
    const int cores = coresFor(plan_.threads), worlds = worldsAtOnce(plan_, cores);
    // One thread per world: worker threads shared with the window's own world would inherit the low priority
    // and slow down that world.
    const int each = hasLowPriority_ ? 1 : std::max(1, cores / worlds);
    working_ = worlds;
    for (int i = 0; i < worlds; ++i) simulating.emplace_back([this, each] { simulateAll(each); });
    drawAll(open);
  } catch (...) {
    failure = std::current_exception();
    cancel();
  }
  for (std::thread& thread : simulating) thread.join();
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    failure_ = failure;
  }
  if (wake_) wake_();
}

void Sweep::simulateAll(int threads) {
  const std::size_t cells = plan_.cells();
  for (std::size_t cell = next_++; cell < cells && !cancelled_; cell = next_++) {
    SimulatedCell done = simulate(cell, threads);
    if (cancelled_ || !simulated_.put(std::move(done))) break;
    simulated_.waitForRoom();
  }
  if (--working_ == 0) simulated_.close();
}

SimulatedCell Sweep::simulate(std::size_t cell, int threads) {
  std::uint64_t reached = 0;
  SimulatedCell result = simulateCell(plan_, cell, threads, [&](std::uint64_t frame) {
    if (frame > reached) {
      framesDone_ += frame - reached;
      reached = frame;
      if (wake_) wake_();
    }
    return !cancelled_;
  });
  framesDone_ += plan_.frame - std::min(plan_.frame, reached);
  return result;
}

void Sweep::drawAll(const std::function<RenderQueue::Draw()>& open) {
  const RenderQueue::Draw drawing = open();
  std::vector<SimulatedCell> all;
  while (std::optional<SimulatedCell> next = simulated_.take()) {
    if (usesCommonScale_)
      all.push_back(std::move(*next));
    else
      draw(drawing, std::move(*next));
  }
  chooseScale(all);
  for (SimulatedCell& done : all)
    if (!cancelled_) draw(drawing, std::move(done));
}

// Chooses one colour scale for all pictures of the sheet, so that colours are comparable.
void Sweep::chooseScale(const std::vector<SimulatedCell>& all) {
  if (all.empty()) return;
  std::vector<std::shared_ptr<const Snapshot>> snapshots;
  for (const SimulatedCell& done : all) snapshots.push_back(done.snapshot);
  const QuantityScale scale = commonScale(plan_, snapshots);
  const std::lock_guard lock(mutex_);
  scale_ = scale;
}

void Sweep::draw(const RenderQueue::Draw& draw, SimulatedCell done) {
  if (done.snapshot) {
    FrameJob shot{std::move(done.snapshot), plan_.camera, plan().picture, done.cell.index};
    done.cell.picture = std::get<Image>(draw(shot));
  }
  {
    const std::lock_guard lock(mutex_);
    cells_.push_back(std::move(done.cell));
  }
  if (wake_) wake_();
}

std::vector<std::string> notesOf(const SweepPlan& plan, std::span<const SweepCell> cells) {
  std::vector<std::string> notes;
  for (const SweepCell& cell : cells) {
    const std::string place =
        fmt::format("column {}, row {}", cell.index % plan.columns() + 1, cell.index / plan.columns() + 1);
    if (!cell.failure.empty())
      notes.push_back(
          fmt::format("{} stopped at frame {} of {}: {}", place, cell.frame, plan.frame, cell.failure));
    if (!cell.warning.empty()) notes.push_back(fmt::format("{}: {}", place, cell.warning));
  }
  return notes;
}

Image drawSweep(const SweepPlan& plan, std::span<const SweepCell> cells) {
  ContactSheet sheet(sheetOf(plan));
  for (const SweepCell& cell : cells) {
    const std::size_t column = cell.index % plan.columns(), row = cell.index / plan.columns();
    if (!cell.failure.empty()) {
      sheet.putText(column, row, fmt::format("Stopped at frame {} of {}", cell.frame, plan.frame),
                    cell.failure);
      continue;
    }
    sheet.put(column, row, cell.picture);
    std::vector<std::string> notes;
    if (cell.rollBacks > 0)
      notes.push_back(
          fmt::format("{} time{} a frame was taken again", cell.rollBacks, cell.rollBacks == 1 ? "" : "s"));
    if (!cell.warning.empty()) notes.emplace_back("liquid is missing");
    if (!notes.empty()) sheet.note(column, row, fmt::format("{}", fmt::join(notes, ", ")));
  }
  return sheet.image();
}

}  // namespace ooze
