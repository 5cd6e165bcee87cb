#include "benchmark/motion.h"

#include "ooze/base/bytes.h"

#include "methods/clavet/coefficients.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>

namespace ooze::bench {
namespace {

constexpr std::array kStretches{
    MotionInterval{"block_without_springs", "", "water", 6, 36},
    MotionInterval{"block_with_springs", "", "honey", 6, 36},
    MotionInterval{"pour", "clavet_pour_bunny", "", 180, 240},
    MotionInterval{"splash", "clavet_fast_splash", "", 3, 33},
    MotionInterval{"tank_with_bodies", "clavet_floating_object", "", 6, 36},
};

/// Returns a scene with a block on the ground: 20,000 particles at medium detail, 1,000 at coarse.
std::string blockOf(std::string_view material) {
  return R"({
  "version": 1, "method": "clavet", "h": {"coarse": 0.0271, "medium": 0.01, "fine": 0.01}, "duration": 2,
  "materials": [{"name": "liquid", "file": ")" +
         std::string(material) + R"("}],
  "liquids": [{"name": "block", "shape": {"box": {"half_extents": [0.05, 0.052, 0.05]}},
               "position": [0, 0.052, 0], "sampling": "settled"}],
  "bodies": [{"name": "ground", "shape": {"plane": {}}}]
})";
}

bool isSmall(Detail detail) { return detail == Detail::Coarse; }

Scene sceneOf(const MotionInterval& stretch, Detail detail) {
  return stretch.scene.empty() ? parseScene(blockOf(stretch.block), "block.json", detail)
                               : loadScene(stretch.scene, detail);
}

/// Converts a material to the parameters of the literal transcription. Its alpha and gamma are the means of
/// the material's values for stretch and compression.
literal::ClavetParameters lawOf(const WorldSpec& world) {
  const MaterialDefinition& d = world.materials.front();
  const float h = world.methodSettings.interactionRadius;
  const auto m = fromValues<clavet::Material>(clavet::kParameters, d.values);
  const clavet::Coefficients c = clavet::convert(m, d.referenceRadius, h);
  const clavet::PairCoefficients p = clavet::convertPair(m, d.referenceRadius, h);
  return {.h = h,
          .restDensity = c.restDensity,
          .k = c.k,
          .kNear = c.kNear,
          .sigma = p.sigma,
          .beta = p.beta,
          .kSpring = p.kSpring,
          .alpha = 0.5f * (p.alphaStretch + p.alphaCompress),
          .gamma = 0.5f * (p.gammaStretch + p.gammaCompress),
          .gravity = {world.settings.gravityX, world.settings.gravityY, world.settings.gravityZ}};
}

}  // namespace

std::span<const MotionInterval> stretches() { return kStretches; }

MovingLiquid::MovingLiquid(const MotionInterval& stretch, Detail detail, std::vector<std::byte> state)
    : scene_(sceneOf(stretch, detail)),
      frames_(isSmall(detail) ? 2 : stretch.to - stretch.from),
      state_(std::move(state)) {}

MovingLiquid::MovingLiquid(const MotionInterval& stretch, Detail detail) : MovingLiquid(stretch, detail, {}) {
  World world(scene_.world);
  const std::uint64_t from = isSmall(detail) ? std::min<std::uint64_t>(stretch.from, 4) : stretch.from;
  while (world.frameIndex() < from) world.advanceFrame();
  ByteWriter out;
  world.save(out);
  state_ = out.bytes();
}

World MovingLiquid::begin(int threads) const {
  World world(scene_.world, threads);
  ByteReader in(state_);
  world.restore(in);
  return world;
}

literal::Liquid MovingLiquid::literalLiquid() const {
  const World world = begin(1);
  const Particles& p = world.particles();
  std::vector<std::size_t> order(p.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p.id[a] < p.id[b]; });
  literal::Liquid liquid(lawOf(scene_.world));
  std::unordered_map<std::uint32_t, std::uint32_t> indexOf;
  for (const std::size_t i : order) {
    indexOf[p.id[i]] = static_cast<std::uint32_t>(liquid.particles.size());
    liquid.particles.push_back({.position = p.position[i], .velocity = p.velocity[i]});
  }
  const Links* links = world.method().links();
  if (links == nullptr) return liquid;
  liquid.springs.reserve(2 * links->count());  // no rehash while measuring
  links->visit([&](std::uint32_t a, std::uint32_t b, float length) {
    const auto [i, j] = std::minmax(indexOf.at(a), indexOf.at(b));
    liquid.springs.emplace(literal::Liquid::springKey(i, j), length);
  });
  return liquid;
}

float MovingLiquid::stepSeconds() const {
  World world = begin(1);
  world.step();
  return static_cast<float>(1.0 / (scene_.world.framesPerSecond * world.substeps()));
}

const MovingLiquid& movingLiquid(const MotionInterval& stretch, Detail detail) {
  static std::map<std::pair<std::string_view, Detail>, MovingLiquid> made;
  const std::pair key{stretch.name, detail};
  const auto found = made.find(key);
  if (found != made.end()) return found->second;
  return made.emplace(key, MovingLiquid(stretch, detail)).first->second;
}

}  // namespace ooze::bench
