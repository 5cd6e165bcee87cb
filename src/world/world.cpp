#include "ooze/world/world.h"

#include "liquid/present_solids.h"
#include "world/commands/settings.h"
#include "world/guard/spec_validation.h"
#include "world/parts/deepest_column.h"
#include "world/state.h"
#include "world/statistics.h"

#include <utility>

namespace ooze {
const std::vector<ParameterInfo>& worldParameters() {
  static const std::vector<ParameterInfo> rows = describe<WorldSettings>(kWorldParameters);
  return rows;
}

World::World(WorldSpec spec, int threads) {
  requireSound(spec);
  setDeepestColumn(spec);
  state_ = std::make_unique<State>(std::move(spec), threads);
  state_->fillLiquids();
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

World::State::State(WorldSpec given, int threadCount, std::shared_ptr<MeshStore> meshStore)
    : spec(std::move(given)),
      methodRow(&findMethod(spec.method)),
      method(methodRow->make(spec.methodSettings)),
      threads(threadCount),
      meshes(meshStore ? std::move(meshStore)
                       : std::make_shared<MeshStore>(spec.methodSettings.interactionRadius,
                                                     leastWall(*methodRow, spec.methodSettings))),
      settings(spec.settings),
      materials(spec, *methodRow),
      emitters(spec),
      bodies(spec, *meshes),
      controls(spec),
      sources(spec),
      clock(spec.framesPerSecond),
      sleep(spec.framesPerSecond) {
  applySettings();
}

Vec3 World::State::gravity() const { return {settings.gravityX, settings.gravityY, settings.gravityZ}; }

void World::State::applySettings() {
  materials.giveTo(*method);
  method->setGravity(gravity());
}

void World::State::fillLiquids() {
  const PresentSolids solids(bodies.list());
  const bool wallsActThicker = leastWall(*methodRow, spec.methodSettings) > 0.f;
  std::uint64_t budget = newParticleBudget(spec, *method);
  std::vector<LiquidSeeds> liquids;
  liquids.reserve(spec.liquids.size());
  for (const LiquidVolume& v : spec.liquids) {
    const float spacing = materials.restSpacing(v.material);
    LiquidSeeds& seeds = liquids.emplace_back();
    seeds.positions = fillLiquid(v, spacing, spec.seed, budget);
    // Thin walls that only act thicker do not take liquid away; bodies below the surface do.
    if (wallsActThicker)
      for (Vec3& p : seeds.positions) solids.moveOutOfThickWalls(p);
    std::erase_if(seeds.positions, [&](const Vec3& p) { return solids.contain(p); });
    if (seeds.positions.empty() && budget > 0) ++balance.emptyVolumes;
    budget -= seeds.positions.size();
    seeds.velocities.assign(seeds.positions.size(), v.velocity);
    seeds.material = v.material;
    seeds.colour = materials[v.material].colour;
    seeds.shape = scaledShape(v), seeds.pose = v.pose;
    seeds.solids = &bodies.all();
  }
  method->insertAll(liquids);
  balance.added = particleCount();
  // Grids lose a volume that is thinner than a cell.
  if (balance.added == 0) balance.emptyVolumes = spec.liquids.size();
}

Vec3 World::State::frameVelocity(std::size_t particle) const {
  const Particles& p = *method->view().particles;
  if (clock.step() == 0) return p.velocity[particle];
  return (p.position[particle] - p.frameStart[particle]) / clock.sinceFrameBegan();
}

void World::advanceFrame() {
  do step();
  while (!atFrameBoundary());
}

const WorldSpec& World::spec() const { return state_->spec; }
const WorldSettings& World::settings() const { return state_->settings; }
const std::vector<MaterialDefinition>& World::materials() const { return state_->materials.list(); }
const PairTable& World::pairs() const { return state_->materials.pairs(); }
const std::vector<Emitter>& World::emitters() const { return state_->emitters.list(); }
const Bodies& World::bodies() const { return state_->bodies.all(); }
const std::vector<Control>& World::controls() const { return state_->controls.list(); }
const PosedControls& World::posedControls() const { return state_->controls.posed(); }
const Particles& World::particles() const { return *state_->method->view().particles; }
const Method& World::method() const { return *state_->method; }
StableStep World::stableStep() const { return state_->materials.stableStep(state_->gravity()); }
float World::restSpacing(std::uint16_t material) const { return state_->materials.restSpacing(material); }
float World::restDensity(std::uint16_t material) const { return state_->materials.restDensity(material); }
double World::time() const { return state_->clock.time(); }
std::uint64_t World::events() const { return state_->events.count(); }
std::uint64_t World::stepIndex() const { return state_->clock.step(); }
std::uint64_t World::frameIndex() const { return state_->clock.frame(); }
bool World::atFrameBoundary() const { return state_->clock.atFrameBoundary(); }
int World::substeps() const { return state_->clock.substeps(); }
std::string World::substepLimit() const {
  return state_->settings.substeps >= 1.f ? "set" : state_->clock.limit();
}
const std::vector<std::string>& World::meshNotes() const { return state_->meshes->notes(); }
const std::vector<RollBack>& World::rollBacks() const { return state_->guard.rollBacks(); }
const LiquidBalance& World::balance() const { return state_->balance; }
bool World::asleep() const { return state_->sleep.asleep(); }
LoopTimes World::loopTimes() const { return state_->threads.loopTimes(); }
void World::observe(StageObserver* observer) { state_->observer = observer; }
StageTimer& World::timer() { return state_->timer; }
Vec3 World::frameVelocity(std::size_t particle) const { return state_->frameVelocity(particle); }
Statistics World::statistics() const {
  return gatherStatistics(*this, [this](std::size_t i) { return frameVelocity(i); });
}

}  // namespace ooze
