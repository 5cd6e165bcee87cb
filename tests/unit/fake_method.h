// A method that does nothing and implements only the required interface.
#pragma once

#include "ooze/methods/method.h"

#include <span>
#include <string_view>

namespace ooze::test {

class FakeMethod : public Method {
 public:
  [[nodiscard]] std::string_view key() const override { return "fake"; }
  void setMaterials(std::span<const MaterialDefinition>) override {}
  void setGravity(const Vec3&) override {}
  void beginFrame() override {}
  void step(float dt, StepContext& context) override { context.advanceBodies(dt); }
  [[nodiscard]] LiquidView view() const override { return {&particles_}; }
  void recolour(std::uint16_t, std::uint32_t) override {}
  void changeVelocities(VelocityChange, const Threads&) override {}
  void insert(const LiquidSeeds&) override {}
  void keepWithin(const Aabb&, const Threads&) override {}
  UndoRecord edit(const Edit&, const Threads&) override { return {}; }
  void revert(const EditName&, const UndoRecord&, std::uint64_t, float) override {}
  void validateUndoRecord(const EditName&, const UndoRecord&) const override {}
  void save(ByteWriter&, const Threads&) const override {}
  void restore(ByteReader&) override {}

 private:
  Particles particles_;
};

}  // namespace ooze::test
