// A test fixture for tools that act on liquid.
#pragma once

#include "mouse_test.h"

#include <memory>

namespace ooze::ui {

inline constexpr float kH = 0.02f, kSpacing = 0.01f;

/// A fixture with a slab of liquid, 5 cm deep, on a floor, and a ball beside the slab. The camera looks
/// down at an angle.
class LiquidToolTest : public MouseTest<> {
 protected:
  LiquidToolTest() : MouseTest({{0.f, 0.5f, 0.7f}, {0.f, 0.04f, 0.f}, 40.f}) {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->method = "clavet";
    snapshot->interactionRadius = kH;
    snapshot->restSpacing = kSpacing;
    snapshot->materials.resize(2);
    snapshot->materials[0].name = "water";
    snapshot->materials[1].name = "oil";
    for (int x = -10; x <= 10; ++x)
      for (int y = 0; y < 5; ++y)
        for (int z = -10; z <= 10; ++z)
          snapshot->positions.push_back(
              kSpacing * Vec3(static_cast<float>(x), 0.5f + static_cast<float>(y), static_cast<float>(z)));
    snapshot->bodies = {
        makeBody("floor", {SolidShape::SolidKind::Plane, Vec3(0.f, 1.f, 0.f)}, Motion::Static),
        makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.03f)}, Motion::Static)};
    snapshot->bodies[1].pose.position = {0.25f, 0.03f, 0.f};
    EmitterSpec spout;
    spout.name = "spout";
    spout.position = {-0.2f, 0.3f, 0.f};
    snapshot->emitters = {spout};
    auto scene = std::make_shared<Scene>();
    scene->world.bodies = snapshot->bodies;
    view_.scene = scene;
    show(std::move(snapshot));
  }

  /// Returns the same world some time later.
  std::shared_ptr<Snapshot> later(double seconds) const {
    auto snapshot = std::make_shared<Snapshot>(*view_.snapshot);
    snapshot->time += seconds;
    return snapshot;
  }
  float brush() const { return state_.tools.brush.in(*view_.snapshot); }
};

inline constexpr float kTop = 0.045f;  // height of the uppermost particles [m]

}  // namespace ooze::ui
