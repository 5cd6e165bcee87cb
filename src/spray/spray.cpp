#include "ooze/spray/spray.h"

#include "ooze/base/error.h"

#include "spray/droplet_motion.h"
#include "spray/emission.h"

#include <algorithm>

namespace ooze {
namespace {

using namespace spray;  // NOLINT: its parts

constexpr std::size_t kChunk = 1024;
constexpr std::uint64_t kNever = ~std::uint64_t{0};
constexpr std::uint32_t kUnknownParticle = ~0u;
/// At least one in this many known particles must be where its velocity predicts; otherwise this is another
/// world.
constexpr std::size_t kOneKnownIn = 10;

bool anyMaterialEmits(const SprayFrame& now) {
  return std::any_of(now.emissionFactors.begin(), now.emissionFactors.end(), [](float t) { return t > 0.f; });
}

bool anyIsFast(const SprayFrame& now) {
  return std::any_of(now.velocities.begin(), now.velocities.end(),
                     [](const Vec3& v) { return maxEmissionRate(v) > 0.f; });
}

}  // namespace

struct Spray::State {
  std::uint64_t last = kNever;
  std::vector<Vec3> before;              ///< positions of the last frame's particles
  std::vector<std::uint32_t> placeOfId;  ///< index into `before` of each particle id
  std::vector<std::uint32_t> idsBefore;
  std::vector<Droplet> droplets;
  std::vector<std::uint8_t> ended;
  NearParticles near;
  DropletEmission dropletEmission;

  [[nodiscard]] bool continuesLastFrame(const SprayFrame& now) const;
  void remember(const SprayFrame& now);
  void moveAll(const SprayFrame& now, const SpraySolids& solids, const Threads& threads);
};

/// Returns true if `now` continues the last frame.
/// Velocities are displacements since the frame began, so each particle gives its previous position.
bool Spray::State::continuesLastFrame(const SprayFrame& now) const {
  if (last == kNever || now.frame < last || now.frame > last + 1) return false;
  std::size_t known = 0, there = 0;
  for (std::size_t i = 0; i < now.ids.size(); ++i) {
    if (now.ids[i] >= placeOfId.size() || placeOfId[now.ids[i]] == kUnknownParticle) continue;
    const float way = glm::length(now.velocities[i]) * now.seconds + 0.2f * now.spacing;
    ++known;
    if (glm::distance(before[placeOfId[now.ids[i]]], now.positions[i]) <= way) ++there;
  }
  return kOneKnownIn * there >= known;
}

void Spray::State::remember(const SprayFrame& now) {
  for (const std::uint32_t id : idsBefore) placeOfId[id] = kUnknownParticle;
  before.assign(now.positions.begin(), now.positions.end());
  idsBefore.assign(now.ids.begin(), now.ids.end());
  for (std::size_t i = 0; i < idsBefore.size(); ++i) {
    if (idsBefore[i] >= placeOfId.size())
      placeOfId.resize(std::max<std::size_t>(idsBefore[i] + std::size_t{1}, 2 * placeOfId.size()),
                       kUnknownParticle);
    placeOfId[idsBefore[i]] = static_cast<std::uint32_t>(i);
  }
  last = now.frame;
}

void Spray::State::moveAll(const SprayFrame& now, const SpraySolids& solids, const Threads& threads) {
  const DropletSurroundings in{near, now.velocities, solids, now.gravity, now.seconds};
  ended.resize(droplets.size());
  threads.forChunks(droplets.size(), kChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) ended[k] = advanceDroplet(droplets[k], in) ? 0 : 1;
  });
  std::size_t k = 0;
  std::erase_if(droplets, [&](const Droplet&) { return ended[k++] != 0; });
}

Spray::Spray() : state_(std::make_unique<State>()) {}
Spray::~Spray() = default;
Spray::Spray(Spray&&) noexcept = default;
Spray& Spray::operator=(Spray&&) noexcept = default;

void Spray::save(ByteWriter& out) const {
  const State& s = *state_;
  out.value(s.last);
  if (s.last == kNever) return;
  out.array(s.before);
  out.array(s.idsBefore);
  out.value(static_cast<std::uint64_t>(s.droplets.size()));
  for (const Droplet& d : s.droplets) {  // member by member, because padding has no fixed bytes
    out.value(d.position), out.value(d.velocity), out.value(d.radius), out.value(d.life), out.value(d.rank);
    out.value(d.material), out.value(static_cast<std::uint8_t>(d.kind));
  }
}

void Spray::restore(ByteReader& in) {
  forget();
  const auto last = in.value<std::uint64_t>();
  if (last == kNever) return;
  const auto before = in.array<Vec3>();
  const auto ids = in.array<std::uint32_t>();
  const auto count = in.value<std::uint64_t>();
  if (before.size() != ids.size() || count > kMost) throw InputError("the spray is damaged");
  SprayFrame frame;
  frame.frame = last;
  frame.positions = before;
  frame.ids = ids;
  state_->remember(frame);
  for (std::uint64_t i = 0; i < count; ++i) {
    Droplet d;
    d.position = in.value<Vec3>(), d.velocity = in.value<Vec3>();
    d.radius = in.value<float>(), d.life = in.value<float>(), d.rank = in.value<float>();
    d.material = in.value<std::uint16_t>();
    const auto kind = in.value<std::uint8_t>();
    if (kind > static_cast<std::uint8_t>(DropletKind::Bubble)) throw InputError("the spray is damaged");
    d.kind = static_cast<DropletKind>(kind);
    state_->droplets.push_back(d);
  }
}

void Spray::forget() {
  state_->droplets.clear();
  state_->last = kNever;
}

const std::vector<Droplet>& Spray::follow(const SprayFrame& now, const Threads& threads) {
  State& s = *state_;
  if (!anyMaterialEmits(now)) {
    forget();
    return s.droplets;
  }
  const bool goesOn = s.continuesLastFrame(now);
  const bool again = goesOn && now.frame == s.last;
  if (!goesOn) forget();
  if (!again) s.remember(now);
  if (!goesOn || again) return s.droplets;
  const bool thrown = anyIsFast(now);
  if (!thrown && s.droplets.empty()) return s.droplets;
  const SpraySolids solids(now.bodies, now.domain);
  s.near.sort(now.positions, kReach * now.spacing);
  s.moveAll(now, solids, threads);
  if (!thrown) return s.droplets;
  const std::vector<Droplet>& born =
      s.dropletEmission.of(now, s.near, solids, kMost - s.droplets.size(), threads);
  s.droplets.insert(s.droplets.end(), born.begin(), born.end());
  return s.droplets;
}

}  // namespace ooze
