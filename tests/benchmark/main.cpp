// The main function of Google Benchmark, with additional modes that take a given number of steps only. A
// tool that counts instructions uses these modes (instructions.sh).
#include "ooze/base/error.h"

#include "base/file.h"
#include "benchmark/motion.h"
#include "benchmark/workload.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace ooze;
using namespace ooze::bench;

constexpr const char* kUsage =
    "usage: ooze_benchmark --steps N product|literal PARTICLES 0|1\n"
    "       ooze_benchmark --state NAME coarse|medium FILE\n"
    "       ooze_benchmark --motion N product|literal NAME coarse|medium FILE\n"
    "  N steps on one thread, without (0) or with (1) springs, after 10 steps of settling and 16 that grow "
    "springs;\n"
    "  the state where a stretch in motion begins, and N frames from it on one thread, of the transcription "
    "N "
    "steps;\n"
    "  anything else is for Google Benchmark (--help)\n";

/// Short rest phases, because a tool that counts instructions is some fifty times slower.
constexpr RestPhases kRest{.settling = 10, .presetting = 15, .yielding = 1};

/// Takes steps of settled liquid.
/// @return the sum of the particles' heights, which is printed so that no step can be optimised away
double takeSteps(int steps, bool isProduct, std::size_t particles, bool springs) {
  const LiquidSeeds seeds = settledBall(particles, kRest);
  double sum = 0.0;
  if (isProduct) {
    const Threads one(1);
    ProductLiquid liquid = ProductLiquid::rested(seeds, springs, kRest, one);
    for (int n = 0; n < steps; ++n) liquid.step(one);
    for (const Vec3& p : liquid.seeds().positions) sum += static_cast<double>(p.y);
  } else {
    literal::Liquid liquid = restedLiteral(seeds, springs, kRest);
    for (int n = 0; n < steps; ++n) liquid.step(kLiteralStep);
    for (const literal::Particle& p : liquid.particles) sum += static_cast<double>(p.position.y);
  }
  return sum;
}

int runCountedSteps(int argc, char** argv) {
  const bool isProduct = argc == 6 && std::strcmp(argv[3], "product") == 0;
  const bool isLiteral = argc == 6 && std::strcmp(argv[3], "literal") == 0;
  const int steps = argc == 6 ? std::atoi(argv[2]) : 0;
  const int particles = argc == 6 ? std::atoi(argv[4]) : 0;
  if ((!isProduct && !isLiteral) || steps < 1 || particles < 1) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  const bool springs = std::strcmp(argv[5], "1") == 0;
  std::printf("%d steps, sum of heights %g\n", steps,
              takeSteps(steps, isProduct, static_cast<std::size_t>(particles), springs));
  return 0;
}

const MotionInterval& stretchNamed(std::string_view name) {
  for (const MotionInterval& s : stretches())
    if (s.name == name) return s;
  throw InputError("no such stretch: " + std::string(name));
}

int writeState(const std::vector<std::string>& words) {
  const MovingLiquid moving(stretchNamed(words.at(0)), parseDetail(words.at(1)));
  writeFile(words.at(2), std::span<const std::byte>(moving.state()));
  return 0;
}

int runCountedMotion(const std::vector<std::string>& words) {
  const int count = std::stoi(words.at(0));
  const MovingLiquid moving(stretchNamed(words.at(2)), parseDetail(words.at(3)), readBytes(words.at(4)));
  std::size_t particleSteps = 0;
  if (words.at(1) == "literal") {
    literal::Liquid liquid = moving.literalLiquid();
    const float dt = moving.stepSeconds();
    for (int n = 0; n < count; ++n) liquid.step(dt), particleSteps += liquid.particles.size();
  } else {
    World world = moving.begin(1);
    const std::uint64_t last = world.frameIndex() + static_cast<std::uint64_t>(count);
    while (world.frameIndex() < last) world.step(), particleSteps += world.particles().size();
  }
  std::printf("%zu particle-steps\n", particleSteps);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + std::min(argc, 2), argv + argc);
  try {
    if (argc > 1 && std::strcmp(argv[1], "--steps") == 0) return runCountedSteps(argc, argv);
    if (argc == 5 && std::strcmp(argv[1], "--state") == 0) return writeState(words);
    if (argc == 7 && std::strcmp(argv[1], "--motion") == 0) return runCountedMotion(words);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ooze_benchmark: %s\n", error.what());
    return 2;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
