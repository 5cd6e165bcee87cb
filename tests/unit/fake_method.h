// A method that does nothing: what the world asks of any.
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
  void step(float dt, StepContext& context) override { context.settleBodies(dt); }
  [[nodiscard]] LiquidView view() const override { return {&particles_}; }
  void freeze(std::span<const std::uint32_t>, bool) override {}
  void recolour(std::uint16_t, std::uint32_t) override {}
  void addVelocity(std::uint32_t, const Vec3&) override {}
  void insert(const LiquidSeeds&) override {}
  void erase(std::span<const std::uint32_t>) override {}
  void keep(std::span<const std::uint32_t>, ByteWriter&) const override {}
  void putBack(ByteReader&, std::uint64_t, float) override {}
  void requireKept(ByteReader&) const override {}
  void save(ByteWriter&) const override {}
  void restore(ByteReader&) override {}

 private:
  Particles particles_;
};

}  // namespace ooze::test
