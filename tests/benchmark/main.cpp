// Google Benchmark's main, and one mode of our own: so many steps and nothing else, for a tool that counts
// instructions (instructions.sh).
#include "benchmark/workload.h"

#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

using namespace ooze;
using namespace ooze::bench;

constexpr const char* kUsage =
    "usage: ooze_benchmark --steps N product|literal PARTICLES 0|1\n"
    "  N steps on one thread, without (0) or with (1) springs, after 10 steps of settling and 16 that grow "
    "springs;\n"
    "  anything else is for Google Benchmark (--help)\n";

/// Short: a tool that counts instructions is some fifty times slower.
constexpr Rest kRest{.settling = 10, .presetting = 15, .yielding = 1};

/// @return the particles' sum of heights: something to print, so that no step can be optimised away
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

int countedSteps(int argc, char** argv) {
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

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--steps") == 0) return countedSteps(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
