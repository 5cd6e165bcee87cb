// The Python class Body: pose, velocity, mass and submersion of a solid in a world.
#include "ooze/base/error.h"
#include "ooze/world/submersion.h"

#include "python/bindings.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace ooze::python {
namespace {

using Numbers = std::vector<float>;

/// Calls f(Body) on a copy of the body.
/// @throws InputError if the body is gone
template <class F>
auto ofBody(const BodyHandle& handle, const F& f) {
  return f(handle.world->read([&](const World& world) {
    for (const Body& body : world.bodies().list)
      if (body.name == handle.name) return body;
    throw InputError(fmt::format("the body {} is gone", quoteText(handle.name)));
  }));
}

void set(const BodyHandle& handle, const char* key, Numbers numbers) {
  const CommandText text{fmt::format("body.{}.{}", handle.name, key), std::move(numbers)};
  handle.world->change([&](World& world) {
    world.submit(parseCommand(text));
    world.applyCommands();
  });
}

py::tuple tupleOf(const Vec3& v) { return py::make_tuple(v.x, v.y, v.z); }

std::string_view motionWord(Motion motion) {
  return motion == Motion::Static ? "static" : motion == Motion::Kinematic ? "kinematic" : "dynamic";
}

}  // namespace

void bindBodies(py::module_& module) {
  py::class_<BodyHandle>(module, "Body", "A solid of a world. Values are those of the present state.")
      .def_readonly("name", &BodyHandle::name, "Name of the body.")
      .def_property_readonly(
          "motion",
          [](const BodyHandle& h) {
            return ofBody(h, [](const Body& b) { return std::string(motionWord(b.motion)); });
          },
          "Motion: 'static', 'kinematic' (by keys) or 'dynamic' (by forces).")
      .def_property(
          "position",
          [](const BodyHandle& h) {
            return ofBody(h, [](const Body& b) { return tupleOf(b.pose.position); });
          },
          [](const BodyHandle& h, const Numbers& p) { set(h, "position", p); },
          "Position of the body's frame [m]. Bodies that follow keys refuse another position.")
      .def_property_readonly(
          "orientation",
          [](const BodyHandle& h) {
            return ofBody(h, [](const Body& b) {
              const Quat& q = b.pose.orientation;
              return py::make_tuple(q.w, q.x, q.y, q.z);
            });
          },
          "Orientation as a unit quaternion (w, x, y, z).")
      .def_property(
          "velocity",
          [](const BodyHandle& h) { return ofBody(h, [](const Body& b) { return tupleOf(b.velocity); }); },
          [](const BodyHandle& h, const Numbers& v) { set(h, "velocity", v); },
          "Velocity of the centre of mass [m/s]; only dynamic bodies take another.")
      .def_property(
          "angular_velocity",
          [](const BodyHandle& h) {
            return ofBody(h, [](const Body& b) { return tupleOf(b.angularVelocity); });
          },
          [](const BodyHandle& h, const Numbers& v) { set(h, "angular_velocity", v); },
          "Angular velocity in world axes [rad/s]; only dynamic bodies take another.")
      .def_property(
          "density", [](const BodyHandle& h) { return ofBody(h, [](const Body& b) { return b.density; }); },
          [](const BodyHandle& h, float density) { set(h, "density", {density}); },
          "Density [kg/m^3]; only dynamic bodies have one that matters.")
      .def_property(
          "present", [](const BodyHandle& h) { return ofBody(h, [](const Body& b) { return b.present; }); },
          [](const BodyHandle& h, bool present) { set(h, "present", {present ? 1.f : 0.f}); },
          "False takes the body out of the world.")
      .def_property_readonly(
          "mass", [](const BodyHandle& h) { return ofBody(h, [](const Body& b) { return b.mass(); }); },
          "Mass of a dynamic body [kg].")
      .def_property_readonly(
          "submerged",
          [](const BodyHandle& h) -> std::optional<double> {
            const Body copy = ofBody(h, [](const Body& b) { return b; });
            const auto s = h.world->read([&](const World& w) { return submersionOf(w, copy); });
            return s ? std::optional(s->fraction) : std::nullopt;
          },
          "Fraction of a dynamic body below the surface, 0 .. 1; None without liquid beside it.")
      .def("__repr__", [](const BodyHandle& h) { return "<ooze.Body '" + h.name + "'>"; });
}

}  // namespace ooze::python
