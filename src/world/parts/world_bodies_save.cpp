// Serialization of bodies: the part of a save with all body state that a command or a step changes, and undo
// data for removed bodies.
#include "ooze/base/error.h"

#include "bodies/scaled_body.h"
#include "world/guard/stability_monitor.h"
#include "world/parts/world_bodies.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ooze {
namespace {

void requireBodies(bool sound) {
  if (!sound) throw InputError("the save is damaged: its bodies are not valid");
}

// Limit for coordinates, beyond those that any body reaches in years. The square is far from the largest
// float.
constexpr float kFarthestPlace = 1e12f;  // limit for the coordinates of bodies in a save [m]

bool within(const Vec3& v, float most) {
  return std::abs(v.x) <= most && std::abs(v.y) <= most && std::abs(v.z) <= most;
}
bool isPlace(const Vec3& p) { return within(p, kFarthestPlace); }

// Flag in the count of stored bodies: a scale follows each body.
constexpr std::uint64_t kWithScales = std::uint64_t{1} << 63;

void saveOptional(ByteWriter& out, const std::optional<float>& value) {
  out.value(static_cast<std::uint8_t>(value.has_value()));
  out.value(value.value_or(0.f));
}

std::optional<float> restoreOptional(ByteReader& in, std::string_view key) {
  const bool set = in.flag();
  const auto value = in.value<float>();
  if (!set) return {};
  requireInRange(SettingOwner::Body, key, value);
  return value;
}

void saveBody(ByteWriter& out, const Body& b) {
  out.value(static_cast<std::uint8_t>(b.present));
  out.value(b.pose);
  out.value(b.velocity);
  out.value(b.angularVelocity);
  out.value(b.density);
  saveOptional(out, b.friction);
  saveOptional(out, b.stickiness);
  saveOptional(out, b.stickDistance);
  out.value(static_cast<std::uint8_t>(b.pull.has_value()));
  out.value(b.pull.value_or(Pull{}));
}

void restoreBody(ByteReader& in, Body& b) {
  b.present = in.flag();
  b.pose = b.previousPose = in.value<Pose>();
  requireBodies(isPlace(b.pose.position) && std::abs(glm::length(b.pose.orientation) - 1.f) < 1e-3f);
  b.velocity = in.value<Vec3>();
  b.angularVelocity = in.value<Vec3>();
  requireBodies(within(b.velocity, kMaxSpeed) && within(b.angularVelocity, kMaxSpeed));
  b.density = in.value<float>();
  requireBodies(std::isfinite(b.density));
  if (b.motion == Motion::Dynamic) requireBodies(std::isfinite(b.mass()) && b.mass() > 0.0);
  b.friction = restoreOptional(in, "friction");
  b.stickiness = restoreOptional(in, "stickiness");
  b.stickDistance = restoreOptional(in, "stick_distance");
  const bool pulled = in.flag();
  const auto pull = in.value<Pull>();
  for (int k = 0; k < 3; ++k) {
    requireWithin(command_table::kPlace, "pull", pull.anchor[k]);
    requireWithin(command_table::kPlace, "pull", pull.target[k]);
  }
  requireBodies(!pulled || b.motion == Motion::Dynamic);
  b.pull = pulled ? std::optional(pull) : std::nullopt;
}

void saveAdded(ByteWriter& out, const AddedBody& a) {
  out.value(static_cast<std::uint8_t>(a.kind));
  out.value(static_cast<std::uint8_t>(a.motion));
  out.value(a.number);
  out.value(a.size);
  out.text(a.mesh);
}

AddedBody restoreAdded(ByteReader& in) {
  AddedBody what;
  what.kind = static_cast<SolidShape::SolidKind>(in.value<std::uint8_t>());
  const auto motion = in.value<std::uint8_t>();
  requireBodies(motion == static_cast<std::uint8_t>(Motion::Static) ||
                motion == static_cast<std::uint8_t>(Motion::Dynamic));
  what.motion = static_cast<Motion>(motion);
  what.number = in.value<std::uint32_t>();
  what.size = in.value<float>();
  what.mesh = withoutFolder(in.text());
  if (what.mesh.empty())
    requireInRange("bodies.add_sphere", "size", what.size);
  else
    requireInRange("bodies.add_mesh", "height", what.size);
  const bool meshExplanation =
      what.kind == SolidShape::SolidKind::Mesh || what.kind == SolidShape::SolidKind::Mould;
  requireBodies(meshExplanation != what.mesh.empty());
  return what;
}

/// An added body that was removed, with its state at that time.
struct KeptBody {
  AddedBody what;
  Body body;
  Vec3 origin;  ///< centre of the body when the position was last set [m]
};

/// Reads the bytes of serializeAdded().
/// @param make       function that makes a body in the state in which the body was added
/// @param makeScaled  function that makes a scaled copy of a body
template <class Make, class MakeScaled>
std::vector<KeptBody> readKept(std::span<const std::byte> bytes, const Make& make,
                               const MakeScaled& makeScaled) {
  ByteReader in(bytes);
  const auto count = in.value<std::uint64_t>();
  const bool scaled = (count & kWithScales) != 0;
  requireBodies((count & ~kWithScales) <= kMaxAddedBodies);
  std::vector<KeptBody> kept;
  for (std::uint64_t n = 0; n < (count & ~kWithScales); ++n) {
    const AddedBody what = restoreAdded(in);
    requireBodies(what.number > (kept.empty() ? 0 : kept.back().what.number));
    Body body = make(what);
    if (scaled) {
      const auto scale = in.value<float>();
      requireInRange(SettingOwner::Body, "scale", scale);
      body = makeScaled(body, scale);
    }
    restoreBody(in, body);
    body.pull.reset();  // the mouse no longer pulls the body
    const auto origin = in.value<Vec3>();
    requireBodies(isPlace(origin));
    kept.push_back({what, std::move(body), origin});
  }
  requireBodies(in.atEnd());
  return kept;
}

}  // namespace

void WorldBodies::save(ByteWriter& out, bool withScales) const {
  out.value(static_cast<std::uint64_t>(spec_->bodies.size()));
  out.value(static_cast<std::uint64_t>(added_.size()));
  for (const AddedBody& a : added_) saveAdded(out, a);
  for (const Body& b : list()) saveBody(out, b);
  out.array(origins_);
  if (!withScales) return;
  for (const Body& b : list()) out.value(b.scale);
}

void WorldBodies::restore(ByteReader& in, bool withScales) {
  if (in.value<std::uint64_t>() != spec_->bodies.size())
    throw InputError("the save belongs to another world");
  removeAdded();
  const auto count = in.value<std::uint64_t>();
  requireBodies(count <= kMaxAddedBodies);
  for (std::uint64_t n = 0; n < count; ++n) {
    const AddedBody what = restoreAdded(in);
    requireBodies(what.number > lastNumber());
    insert(what);
  }
  for (Body& b : bodies_.list) restoreBody(in, b);
  origins_ = in.array<Vec3>();
  requireBodies(origins_.size() == list().size() && std::all_of(origins_.begin(), origins_.end(), isPlace));
  for (std::size_t b = 0; b < list().size(); ++b) {
    const float scale = withScales ? in.value<float>() : 1.f;
    requireInRange(SettingOwner::Body, "scale", scale);
    requireBodies(scale == 1.f || list()[b].solid.kind != SolidShape::SolidKind::Plane);
    setScale(b, scale);
  }
}

std::vector<std::byte> WorldBodies::serializeAdded() const {
  ByteWriter out;
  const std::span<const Body> bodies = std::span(list()).subspan(spec_->bodies.size());
  const bool scaled = std::any_of(bodies.begin(), bodies.end(), [](const Body& b) { return b.scale != 1.f; });
  out.value((scaled ? kWithScales : 0) | static_cast<std::uint64_t>(added_.size()));
  for (std::size_t k = 0; k < added_.size(); ++k) {
    saveAdded(out, added_[k]);
    if (scaled) out.value(bodies[k].scale);
    saveBody(out, bodies[k]);
    out.value(origins_[spec_->bodies.size() + k]);
  }
  return out.bytes();
}

void WorldBodies::validateUndoRecord(std::span<const std::byte> kept) {
  (void)readKept(
      kept,
      [](const AddedBody& what) {
        if (what.mesh.empty()) {
          MeshStore none(1.f);
          return makeAddedBody(what, none);
        }
        // Whether the mesh file still exists is checked when the body is put back.
        return makeBody({}, {SolidShape::SolidKind::Sphere, Vec3(what.size)}, what.motion);
      },
      [](const Body& made, float scale) { return scaledBody(made, scale); });
}

void WorldBodies::putBack(std::span<const std::byte> kept) {
  std::vector<KeptBody> bodies = readKept(
      kept, [this](const AddedBody& what) { return makeAddedBody(what, *meshes_); },
      [this](const Body& made, float scale) { return meshes_->scaled(made, scale); });
  for (auto& [what, body, origin] : bodies) {
    const auto place = std::find_if(added_.begin(), added_.end(), [number = what.number](const AddedBody& a) {
      return a.number >= number;
    });
    const bool taken = place != added_.end() && place->number == what.number;
    if (taken || added_.size() >= kMaxAddedBodies) continue;
    const std::ptrdiff_t at = placeOf(place - added_.begin());
    bodies_.list.insert(bodies_.list.begin() + at, std::move(body));
    origins_.insert(origins_.begin() + at, origin);
    added_.insert(place, what);
  }
}

}  // namespace ooze
