// What a method of particles offers to the world whatever its paper says: regions become particles here and
// nowhere else.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/particle_liquid.h"
#include "particles/selection.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ooze {

inline constexpr std::string_view kDensityKey = "density", kExposureKey = "exposure";

/// What every method of particles keeps of them. @param atRest  MethodRow::restDensity
constexpr Field densityField(float (*atRest)(const MethodSettings&, const MaterialDefinition&)) {
  return {.key = kDensityKey,
          .label = "Density over rest",
          .kind = FieldKind::Ratio,
          .least = 0.5f,
          .always = true,
          .atRest = atRest};
}

/// What every method of particles finds of them: 0 deep inside, 1 at the surface (Particles::exposure).
inline constexpr Field kExposureField{.key = kExposureKey, .label = "At the surface", .least = 1.f};

/// The other particles nearer to number i than `reach`, the nearest first, of equally near ones that of the
/// smaller id. @param reach  [m] @param h  their distances are told over this too [m]
[[nodiscard]] std::vector<InspectedNeighbour> inspectNeighbours(const Particles& particles, std::size_t i,
                                                                float reach, float h);

/// A method brings its laws, and says what comes and goes with its particles beside the registered arrays.
class ParticleMethod : public Method {
 public:
  void beginFrame() final { liquid_.particles.frameStart = liquid_.particles.position; }
  [[nodiscard]] LiquidView view() const override { return {.particles = &liquid_.particles}; }
  /// Density and exposure; methods add what else they have.
  [[nodiscard]] std::vector<float> gather(std::string_view key, float dt) const override {
    if (key == kDensityKey) return liquid_.particles.density;
    if (key == kExposureKey) return liquid_.particles.exposure;
    return Method::gather(key, dt);
  }
  void recolour(std::uint16_t material, std::uint32_t colour) override { liquid_.recolour(material, colour); }
  void changeVelocities(VelocityChange change, const Threads& threads) final;
  void insert(const LiquidSeeds& seeds) override;
  void keepWithin(const Aabb& box, const Threads& threads) final;
  KeptEdit edit(const Edit& edit, const Threads& threads) final;
  void takeBack(const EditName& name, const KeptEdit& kept, std::uint64_t room, float elapsed) final;
  void requireKept(const EditName& name, const KeptEdit& kept) const final;

  // What edits come to, by indices of particles.
  void freeze(std::span<const std::uint32_t> particles, bool frozen);
  /// @param particles  ascending; others may take their indices
  virtual void erase(std::span<const std::uint32_t> particles) { liquid_.erase(particles); }
  /// Writes all that it takes to put these particles back after they are erased.
  virtual void keep(std::span<const std::uint32_t> particles, ByteWriter& out) const;
  /// Puts particles back as keep() wrote them, with their ids; no more than `room`. Those that are there
  /// already stay as they are.
  /// @throws InputError if the bytes are not of keep()
  virtual void putBack(ByteReader& in, std::uint64_t room, float elapsed);
  /// @throws InputError if putBack() would refuse these bytes
  virtual void requireKeptParticles(ByteReader& in) const;

 protected:
  /// @param reach  of the lists of neighbours [m]
  explicit ParticleMethod(float reach) : liquid_(reach) {}

  /// What the numbers of a state can be.
  [[nodiscard]] virtual StateBounds bounds() const = 0;
  [[nodiscard]] virtual std::size_t materialCount() const = 0;
  /// Methods without links have nothing to cut, and those without deeds nothing to do.
  virtual KeptEdit cut(const CutLiquid& /*blade*/) { return {}; }
  virtual KeptEdit carryOut(const CarryOutDeed& /*deed*/, const Threads& /*threads*/) { return {}; }
  virtual void takeCutBack(const KeptEdit& /*kept*/) {}
  virtual void takeDeedBack(const KeptEdit& /*kept*/) {}
  /// @throws InputError if this is not what a cut or a deed could have left
  virtual void requireKeptLinks(const EditName& name, const KeptEdit& kept) const;

  ParticleLiquid liquid_;

 private:
  std::vector<std::uint32_t> setFrozen(std::vector<std::uint32_t> particles, bool frozen);

  OutsideSearch outside_;
};

}  // namespace ooze
