// Interface of Rasmussen to the world beside the time step: materials, insert and erase, undo, snapshots,
// inspection.
#include "ooze/base/error.h"

#include "base/random.h"
#include "methods/rasmussen/rasmussen.h"
#include "methods/rasmussen/texture.h"

#include <algorithm>
#include <tuple>

namespace ooze::rasmussen {

namespace {

// Time in which drops on solids lose the fraction of their speed that the friction says [s].
constexpr float kFrictionTime = 1.f / 30.f;

void writeTaken(const RemovedLiquid& taken, ByteWriter& out) {
  out.array(taken.nodes);
  out.array(taken.phi);
}

RemovedLiquid readTaken(ByteReader& in) {
  RemovedLiquid taken{in.array<glm::ivec3>(), in.array<float>()};
  validateUndoRecord(taken.nodes.size() == taken.phi.size());
  validateUndoRecord(std::ranges::all_of(taken.phi, [](float phi) { return std::isfinite(phi); }));
  validateUndoRecord(std::ranges::all_of(taken.nodes, [](const glm::ivec3& n) {
    return std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)}) < static_cast<int>(grid::kMaxNodeIndex);
  }));
  return taken;
}

}  // namespace

void Rasmussen::setMaterials(std::span<const MaterialDefinition> materials) {
  coefficients_.clear();
  std::vector<ContactCoefficients> atSolids;
  int markers = 1;
  for (const MaterialDefinition& m : materials) {
    coefficients_.push_back(convert(m, cell_));
    markers = std::max(markers, coefficients_.back().markers);
    // Friction of drops alone; the grid has its own boundary condition.
    atSolids.push_back({.friction = coefficients_.back().friction,
                        .frictionTime = kFrictionTime,
                        .stickiness = 0.f,
                        .stickDistance = 0.f,
                        .usesBodyFriction = false,
                        .usesBodyStickiness = false,
                        .resolvesAllFaces = true});
  }
  if (!materials.empty()) colourOfNew_ = materials[0].colour;
  contact_.setMaterials(atSolids);
  grid_.setMarkers(markers);
}

void Rasmussen::insert(const LiquidSeeds& seeds) {
  const std::size_t first = liquid_.size();
  insertParticles(seeds);
  if (seeds.inlet) return openInlet(seeds);
  addToGrid(first, seeds.shape ? std::span(&seeds, 1) : std::span<const LiquidSeeds>());
}

void Rasmussen::insertAll(std::span<const LiquidSeeds> liquids) {
  const std::size_t first = liquid_.size();
  for (const LiquidSeeds& seeds : liquids) insertParticles(seeds);
  addToGrid(first, liquids);
}

void Rasmussen::insertParticles(const LiquidSeeds& seeds) {
  const std::size_t first = liquid_.size();
  ParticleMethod::insert(seeds);
  Vec3Array& movedAs = liquid_[movedAs_];
  for (std::size_t i = first; i < liquid_.size(); ++i) {
    const Coefficients& c = coefficients_[seeds.material];
    movedAs.set(i, liquid_.particles.velocity[i]);
    liquid_[viscosityOf_][i] = c.viscosityAt(c.heat.start) * c.density;
    liquid_[temperatureOf_][i] = c.heat.start;
  }
  beginTexture(first, seeds.upstream);
}

/// Adds the liquid of new particles to the grid.
/// @param shapes  the liquids whose shapes these particles fill; empty if only their positions are known
void Rasmussen::addToGrid(std::size_t first, std::span<const LiquidSeeds> shapes) {
  grid_.add(liquid_.particles.position, liquid_.particles.velocity, first, shapes, Threads(1));
  if (!shapes.empty() && shapes.front().solids) extrapolateSeedsIntoSolids(shapes);
  extrapolateIntoAir();
}

void Rasmussen::erase(std::span<const std::uint32_t> particles) {
  grid_.remove(liquid_.particles.position, particles, Threads(1));
  ParticleMethod::erase(particles);
}

void Rasmussen::keep(std::span<const std::uint32_t> particles, ByteWriter& out) const {
  ParticleMethod::keep(particles, out);
  writeTaken(grid_.taken(liquid_.particles.position, particles), out);
}

void Rasmussen::putBack(ByteReader& in, std::uint64_t room, float elapsed) {
  ParticleMethod::putBack(in, room, elapsed);
  beginTexture(0);
  grid_.putBack(readTaken(in), Threads(1));
}

void Rasmussen::validateUndoParticles(ByteReader& in) const {
  ParticleMethod::validateUndoParticles(in);
  (void)readTaken(in);
}

void Rasmussen::save(ByteWriter& out, const Threads& /*threads*/) const {
  liquid_.saveParticles(out);
  liquid_.arrays.save(out);
  grid_.save(out);
}

void Rasmussen::restore(ByteReader& in) {
  LiquidState state = liquid_.blankState();
  state.readParticles(in);
  state.arrays.read(in);
  // Old saves have no temperatures.
  if (state.arrays[temperatureOf_].empty()) startTemperatures(state);
  Vec3Array& initial = state.arrays[initialOf_];
  if (initial.size() == 0) beginInitialPositions(state.particles.position, 0, Vec3(0.f), initial);
  state.requireSound(bounds(), coefficients_.size(), liquid_.reach());
  GridLiquid grid(cell_);
  grid.setMarkers(grid_.surface().settings().perCell);
  grid.restore(in, Threads(1));
  liquid_.replaceBy(std::move(state));
  grid_ = std::move(grid);
  inlets_.clear();  // left over if a step failed
}

/// Cuts a slit into the liquid without changing its amount: the volume correction swells it back.
UndoRecord Rasmussen::cut(const CutLiquid& blade) {
  ByteWriter out;
  writeTaken(grid_.cutSlit(blade.beside, Threads(1)), out);
  return {.bytes = out.bytes()};
}

void Rasmussen::revertCut(const UndoRecord& kept) {
  if (kept.bytes.empty()) return;
  ByteReader in(kept.bytes);
  grid_.putBack(readTaken(in), liquid_.particles.position, Threads(1));
}

void Rasmussen::validateUndoLinks(const EditName& name, const UndoRecord& kept) const {
  ParticleMethod::validateUndoLinks(name, kept);
  if (name.kind != EditKind::Cut || kept.bytes.empty()) return;  // empty in old records without slits
  ByteReader in(kept.bytes);
  (void)readTaken(in);
  ooze::validateUndoRecord(in.atEnd());
}

std::optional<SolverWork> Rasmussen::solverWork() const {
  if (!solved_ || solved_->pressure.unknowns == 0) return std::nullopt;
  return SolverWork{solved_->pressure.solver.iterations, solved_->pressure.solver.residual};
}

std::vector<BlockDigest> Rasmussen::blockDigests() const {
  const grid::CellBlocks& cells = grid_.cells();
  std::vector<BlockDigest> digests;
  for (std::size_t b = 0; b < cells.blocks().size(); ++b) {
    const grid::BlockCoordinate& at = cells.blocks().at(b);
    std::uint64_t hash = 0;
    const auto add = [&](const std::vector<float>& values) {
      hash = randomBits(hash,
                        hashBytes(std::as_bytes(std::span(values).subspan(grid::kNodes * b, grid::kNodes))));
    };
    add(grid_.phi().values);
    for (const std::vector<float>& axis : grid_.velocity.axes) add(axis);
    digests.push_back({{at.x, at.y, at.z}, hash});
  }
  std::sort(digests.begin(), digests.end(), [](const BlockDigest& a, const BlockDigest& b) {
    return std::tie(a.at.x, a.at.y, a.at.z) < std::tie(b.at.x, b.at.y, b.at.z);
  });
  return digests;
}

std::vector<float> Rasmussen::gather(std::string_view key, float dt) const {
  if (key == kPressureKey) return liquid_[pressureOf_];
  if (key == kViscosityKey) return liquid_[viscosityOf_];
  if (key == kTemperatureKey) return liquid_[temperatureOf_];
  if (key == kDivergenceKey) return divergenceAtParticles();
  if (key == kCheckerKey) return checkerOf(liquid_[initialOf_], cell_);
  return ParticleMethod::gather(key, dt);
}

std::optional<ParticleDetails> Rasmussen::detailsOf(std::uint32_t id, float /*dt*/,
                                                    const Bodies& /*bodies*/) const {
  const std::uint32_t particle = liquid_.indicesById()[id];
  if (particle == IdTable::kNone) return std::nullopt;
  const Particles& p = liquid_.particles;
  ParticleDetails details;
  details.neighbours = inspectNeighbours(p, particle, 2.f * cell_, h_);
  details.values = {{"φ", "Distance from the surface", "m", grid_.levelSet().sample(p.position[particle])},
                    {"p", "Pressure", "Pa", liquid_[pressureOf_][particle]},
                    {"T", "Temperature", "°C", liquid_[temperatureOf_][particle]},
                    {"μ", "Viscosity", "Pa s", liquid_[viscosityOf_][particle]}};
  return details;
}

}  // namespace ooze::rasmussen
