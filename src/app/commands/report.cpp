#include "app/commands/report.h"

#include "ooze/world/submersion.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

template <class Vector>
Json triple(const Vector& v) {
  return {v.x, v.y, v.z};
}

Json describe(const World& world, const Body& b) {
  const std::optional<Submersion> lies = submersionOf(world, b);
  Json json;
  json["name"] = b.name;
  json["density_ratio"] = lies ? Json(lies->densityRatio) : Json();  // fixed bodies have no density ratio
  json["position"] = triple(b.pose.position);
  const Quat& q = b.pose.orientation;
  json["orientation"] = {q.w, q.x, q.y, q.z};
  json["velocity"] = triple(b.velocity);
  json["angular_velocity"] = triple(b.angularVelocity);
  json["submerged"] = lies ? Json(lies->fraction) : Json();
  return json;
}

Json describe(const std::vector<RollBack>& rollBacks) {
  Json list = Json::array();
  for (const RollBack& r : rollBacks)
    list.push_back({{"frame", r.frame}, {"steps", r.substeps}, {"reason", r.reason}});
  return list;
}

Json describe(const LiquidBalance& balance) {
  const std::string warning = balance.warning();
  return {{"added", balance.added},
          {"removed", balance.removed},
          {"left_domain", balance.left},
          {"vanished", balance.vanished},
          {"blocked", balance.blocked},
          {"empty_volumes", balance.emptyVolumes},
          {"warning", warning.empty() ? Json() : Json(warning)}};
}

/// Describes the share of the steps outside parallel loops, and the speedup that follows from it for more
/// cores (Amdahl's law, with the tasks of each loop). Null unless the world had one thread.
Json describeScaling(std::span<const FrameCost> frames) {
  double all = 0;
  LoopTimes loops;
  for (const FrameCost& f : frames) {
    all += 0.001 * f.milliseconds;
    loops.seconds += f.loops.seconds;
    loops.on8Cores += f.loops.on8Cores;
    loops.on16Cores += f.loops.on16Cores;
  }
  if (!(loops.seconds > 0)) return {};
  const double serial = std::max(0.0, all - loops.seconds);
  return {{"serial_share", serial / all},
          {"speedup_on_8_cores", all / (serial + loops.on8Cores)},
          {"speedup_on_16_cores", all / (serial + loops.on16Cores)}};
}

}  // namespace

Report::Report(std::string scene, const WorldSpec& spec, int threads)
    : framesPerSecond_(spec.framesPerSecond), json_(std::make_unique<Json>()) {
  (*json_)["scene"] = std::move(scene);
  (*json_)["method"] = spec.method;
  (*json_)["frames_per_second"] = spec.framesPerSecond;
  (*json_)["threads"] = threads;
  (*json_)["frames"] = Json::array();
}
Report::~Report() = default;

void Report::addStep(double milliseconds, std::size_t particles) {
  stepMilliseconds_.push_back(milliseconds);
  frameMilliseconds_ += milliseconds;
  particleSteps_ += static_cast<double>(particles);
}

void Report::endFrame(const World& world, std::size_t steps, const LoopTimes& loops) {
  costs_.push_back({world.frameIndex(), steps, world.particles().size(), frameMilliseconds_, loops});
  frameMilliseconds_ = 0;
}

void Report::describeFrame(World& world) {
  const Statistics s = world.statistics();
  const FrameCost& cost = costs_.back();
  Json frame;
  frame["frame"] = cost.frame;
  frame["steps"] = cost.steps;
  frame["step_limit"] = world.substepLimit();
  frame["particles"] = s.particles;
  frame["asleep"] = s.asleep;
  if (const LinkWords& words = findMethod(world.spec().method).links; !words.many.empty())
    frame[std::string(words.many)] = s.links;
  if (s.solver) frame["solver"] = {{"iterations", s.solver->iterations}, {"residual", s.solver->residual}};
  frame["wall_ms"] = cost.milliseconds;
  frame["ms"] = Json::object();
  for (const auto& [stage, ms] : world.timer().stages()) frame["ms"][std::string(stage)] = ms;
  frame["centroid"] = triple(s.centroid);
  frame["momentum"] = triple(s.momentum);
  frame["max_speed"] = s.maxSpeed;
  frame["rms_speed"] = s.rmsSpeed;
  frame["density"] = {{"mean", s.meanDensity}, {"interior", s.interiorDensity}};
  frame["bodies"] = Json::array();
  for (const Body& b : world.bodies().list) frame["bodies"].push_back(describe(world, b));
  frame["hash"] = hashText(world.hash());
  (*json_)["frames"].push_back(std::move(frame));
}

double Report::medianStepMilliseconds() const {
  if (stepMilliseconds_.empty()) return 0;
  std::vector<double> sorted = stepMilliseconds_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

double Report::particleStepsPerSecond() const {
  const double ms = std::accumulate(stepMilliseconds_.begin(), stepMilliseconds_.end(), 0.0);
  return ms > 0 ? 1000 * particleSteps_ / ms : 0;
}

double Report::realTimeFactor(std::span<const FrameCost> frames) const {
  double milliseconds = 0;
  for (const FrameCost& f : frames) milliseconds += f.milliseconds;
  return milliseconds > 0 ? 1000 * static_cast<double>(frames.size()) / framesPerSecond_ / milliseconds : 0;
}

double Report::stepsPerSimulatedSecond(std::span<const FrameCost> frames) const {
  std::size_t steps = 0;
  for (const FrameCost& f : frames) steps += f.steps;
  return frames.empty() ? 0
                        : static_cast<double>(steps) * framesPerSecond_ / static_cast<double>(frames.size());
}

std::span<const FrameCost> Report::fullestSecond() const {
  const auto second = static_cast<std::size_t>(std::max(1.0, std::round(framesPerSecond_)));
  const std::size_t length = std::min(second, costs_.size());
  const auto work = [&](std::size_t i) { return costs_[i].particles * costs_[i].steps; };
  std::size_t sum = 0, most = 0, begin = 0;
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    sum += work(i);
    if (i >= length) sum -= work(i - length);
    if (i + 1 >= length && sum > most) most = sum, begin = i + 1 - length;
  }
  return std::span(costs_).subspan(begin, length);
}

std::string Report::text(const World& world, double seconds) const {
  Json json = *json_;
  const std::span<const FrameCost> fullest = fullestSecond();
  json["summary"] = {
      {"real_time_factor", realTimeFactor()},
      {"steps_per_simulated_second", stepsPerSimulatedSecond(costs_)},
      {"fullest", fullest.empty() ? Json()
                                  : Json{{"first_frame", fullest.front().frame},
                                         {"last_frame", fullest.back().frame},
                                         {"particles", fullest.back().particles},
                                         {"steps_per_simulated_second", stepsPerSimulatedSecond(fullest)},
                                         {"real_time_factor", realTimeFactor(fullest)},
                                         {"scaling", describeScaling(fullest)}}},
      {"scaling", describeScaling(costs_)},
      {"ms_per_step", medianStepMilliseconds()},
      {"particle_steps_per_second", particleStepsPerSecond()},
      {"hash", hashText(world.hash())},
      {"seconds", seconds},
      {"rolled_back", describe(world.rollBacks())},
      {"liquid", describe(world.balance())}};
  return json.dump(2) + "\n";
}

std::string hashText(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace ooze
