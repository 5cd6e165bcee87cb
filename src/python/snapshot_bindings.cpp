// Python classes for snapshots and surfaces, whose arrays show the memory of C++.
#include "ooze/base/error.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/world/quantity.h"

#include "python/arrays.h"
#include "python/bindings.h"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <stdexcept>

namespace py = pybind11;

namespace ooze::python {
namespace {

using SharedSnapshot = std::shared_ptr<const Snapshot>;

/// Returns colours 0xAABBGGRR as an array of shape (N, 4): red, green, blue and alpha.
py::array_t<std::uint8_t> colourArray(const SharedSnapshot& s) {
  return arrayOf(reinterpret_cast<const std::uint8_t*>(s->colours.data()),
                 {static_cast<py::ssize_t>(s->colours.size()), 4}, s);
}

py::array_t<float> fieldArray(const Snapshot& snapshot, const Field& field) {
  std::vector<float> values = quantityValues(snapshot, field);
  const auto count = static_cast<py::ssize_t>(values.size());
  return arrayFrom(std::move(values), {count});
}

std::shared_ptr<SurfaceMesh> surfaceOf(const Snapshot& snapshot, float cell) {
  const py::gil_scoped_release release;
  const std::vector<SurfaceWall> walls = surfaceWalls(snapshot.bodies);
  SurfaceParticles particles{
      snapshot.positions, snapshot.velocities, snapshot.colours, snapshot.particleMaterials, {}, walls};
  particles.cutSides = snapshot.cutSides;
  particles.levelSet = snapshot.surface.get();
  SurfaceSettings settings;
  settings.interactionRadius = snapshot.interactionRadius;
  settings.cell = cell * snapshot.interactionRadius;
  settings.regionDistance = snapshot.regionDistance;
  settings.spacing = snapshot.restSpacing;
  if (!(cell > 0.f && cell <= 1.f))
    throw InputError(fmt::format("cell {}: must be above 0 and at most 1 interaction radius", cell));
  const Threads threads;
  SurfaceBuilder builder;
  try {
    return std::make_shared<SurfaceMesh>(builder.build(particles, settings, threads));
  } catch (const std::invalid_argument& error) {
    throw InputError(error.what());
  }
}

using SharedMesh = std::shared_ptr<SurfaceMesh>;

void bindMeshes(py::module_& module) {
  py::class_<SurfaceMesh, SharedMesh>(module, "SurfaceMesh",
                                      "The liquid's surface as a closed triangle mesh, by marching cubes.")
      .def_property_readonly(
          "positions", [](const SharedMesh& m) { return arrayOf(m->positions, m); },
          "Positions of the vertices [m], shape (V, 3).")
      .def_property_readonly(
          "normals", [](const SharedMesh& m) { return arrayOf(m->normals, m); },
          "Unit normals of the vertices, shape (V, 3).")
      .def_property_readonly(
          "velocities", [](const SharedMesh& m) { return arrayOf(m->velocities, m); },
          "Velocities of the liquid at the vertices [m/s], shape (V, 3).")
      .def_property_readonly(
          "materials", [](const SharedMesh& m) { return arrayOf(m->materials, m); },
          "Index of the material at each vertex, shape (V,).")
      .def_property_readonly(
          "triangles",
          [](const SharedMesh& m) {
            return arrayOf(reinterpret_cast<const std::uint32_t*>(m->triangles.data()),
                           {static_cast<py::ssize_t>(m->triangles.size()), 3}, m);
          },
          "Vertex indices of the triangles, counter-clockwise from outside, shape (T, 3).")
      .def_property_readonly(
          "volume", [](const SurfaceMesh& m) { return enclosedVolume(m); }, "Enclosed volume [m^3].")
      .def_property_readonly(
          "area", [](const SurfaceMesh& m) { return surfaceArea(m); }, "Area [m^2].");
}

}  // namespace

void bindSnapshots(py::module_& module) {
  bindMeshes(module);
  py::class_<SnapshotHandle>(module, "Snapshot",
                             "The state of a world at one moment. The arrays are read-only and show the "
                             "snapshot's memory without a copy; "
                             "they stay valid for as long as they are used. N is the number of particles.")
      .def_property_readonly(
          "frame", [](const SnapshotHandle& h) { return h.snapshot->frame; }, "Number of frames completed.")
      .def_property_readonly(
          "time", [](const SnapshotHandle& h) { return h.snapshot->time; }, "Simulated time [s].")
      .def_property_readonly(
          "positions", [](const SnapshotHandle& h) { return arrayOf(h.snapshot->positions, h.snapshot); },
          "Positions of the particle centres [m], shape (N, 3).")
      .def_property_readonly(
          "velocities", [](const SnapshotHandle& h) { return arrayOf(h.snapshot->velocities, h.snapshot); },
          "Mean velocities over the last frame [m/s], shape (N, 3).")
      .def_property_readonly(
          "ids", [](const SnapshotHandle& h) { return arrayOf(h.snapshot->ids, h.snapshot); },
          "Permanent ids of the particles, shape (N,). The order of particles changes between "
          "steps; ids do not.")
      .def_property_readonly(
          "materials",
          [](const SnapshotHandle& h) { return arrayOf(h.snapshot->particleMaterials, h.snapshot); },
          "Index of each particle's material, shape (N,).")
      .def_property_readonly(
          "colours", [](const SnapshotHandle& h) { return colourArray(h.snapshot); },
          "Colours of the particles, sRGB and alpha, shape (N, 4).")
      .def_property_readonly(
          "material_names",
          [](const SnapshotHandle& h) {
            std::vector<std::string> names;
            for (const MaterialDefinition& m : h.snapshot->materials) names.push_back(m.name);
            return names;
          },
          "Names of the materials, in the order of their indices.")
      .def(
          "field",
          [](const SnapshotHandle& h, const std::string& key) {
            const Field field = parseQuantity(key, findMethod(h.scene->world.method));
            if (!hasQuantity(*h.snapshot, field))
              throw InputError(fmt::format(
                  "the snapshot lacks the field {0}; take it by snapshot(fields=[\"{0}\"])", key));
            return fieldArray(*h.snapshot, field);
          },
          py::arg("key"),
          "Returns one value per particle, shape (N,), in the unit that `fields()` lists.\n\n"
          ":raises InputError: if the method has no such field, or the snapshot was taken without the field")
      .def(
          "surface", [](const SnapshotHandle& h, float cell) { return surfaceOf(*h.snapshot, cell); },
          py::arg("cell") = 0.25f,
          "Builds the surface.\n\n:param cell: side of a grid cell, in interaction radii, above 0 and at "
          "most 1\n:raises InputError: if the cell is not in this range, or far too small")
      .def("__repr__", [](const SnapshotHandle& h) {
        return fmt::format("<ooze.Snapshot of frame {}, {} particles>", h.snapshot->frame,
                           h.snapshot->positions.size());
      });
}

}  // namespace ooze::python
