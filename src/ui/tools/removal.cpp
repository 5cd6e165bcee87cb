#include "ui/tools/removal.h"

#include "ui/tools/pick.h"

#include <algorithm>

namespace ooze::ui {
namespace {

bool isOfScene(const ToolContext& context, const Body& body) {
  if (!context.view.scene) return true;
  const std::vector<Body>& own = context.view.scene->world.bodies;
  return std::any_of(own.begin(), own.end(), [&](const Body& b) { return b.name == body.name; });
}

}  // namespace

const Body* removableUnder(const ToolContext& context, const Ray& ray, bool added) {
  const Snapshot* snapshot = context.view.snapshot.get();
  const std::optional<SolidHit> hit = snapshot ? pickSolid(*snapshot, ray) : std::nullopt;
  if (!hit) return nullptr;
  const Body& body = snapshot->bodies[hit->body];
  const bool keeps = body.name.empty() || body.solid.kind == SolidShape::Kind::Plane;
  return keeps || (added && isOfScene(context, body)) ? nullptr : &body;
}

bool removeUnder(ToolContext& context, const Pointer& pointer, bool added) {
  const Body* body = removableUnder(context, context.camera.ray(pointer.at, context.aspect), added);
  if (!body) return false;
  context.session.beginEdit("Take out " + body->name);
  context.session.submit({"body." + body->name + ".present", {0.f}});
  context.session.endEdit();
  return true;
}

void markRemovable(const ToolContext& context, const Pointer& pointer, bool added,
                   std::vector<Stroke>& strokes) {
  const Body* body = removableUnder(context, context.camera.ray(pointer.at, context.aspect), added);
  if (!body) return;
  const Aabb bounds = body->shape->bounds();
  strokes.push_back(ringFacing(context.camera, body->pose.toWorld(0.5f * (bounds.lower + bounds.upper)),
                               0.5f * glm::length(bounds.size())));
  strokes.back().opposite = true;
}

}  // namespace ooze::ui
