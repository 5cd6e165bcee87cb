// Python classes and functions for scenes, materials, methods and their parameters.
#include "ooze/world/quantity.h"

#include "python/bindings.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace py = pybind11;

namespace ooze::python {
namespace {

std::shared_ptr<Scene> loadPythonScene(const std::filesystem::path& scene, const std::string& detail,
                                       const std::string& method) {
  const py::gil_scoped_release release;
  return std::make_shared<Scene>(loadScene(scene.string(), parseDetail(detail), method));
}

std::shared_ptr<Scene> sceneFromJson(const std::string& text, const std::filesystem::path& file,
                                     const std::string& detail) {
  const py::gil_scoped_release release;
  return std::make_shared<Scene>(parseScene(text, file, parseDetail(detail)));
}

py::list namesOf(const std::vector<Listing>& listings) {
  py::list rows;
  for (const Listing& listing : listings) {
    if (!listing.error.empty()) continue;
    py::dict row;
    row["name"] = listing.name;
    row["title"] = listing.title;
    row["description"] = listing.description;
    row["method"] = listing.method;
    rows.append(row);
  }
  return rows;
}

py::list listMethods() {
  py::list rows;
  for (const MethodRow& method : methodRegistry()) {
    py::dict row;
    row["key"] = std::string(method.key);
    row["title"] = std::string(method.title);
    row["source"] = std::string(method.source);
    rows.append(row);
  }
  return rows;
}

py::list listParameters(const std::string& method) {
  py::list rows;
  for (const ParameterInfo& parameter : findMethod(method).parameters()) {
    py::dict row;
    row["key"] = std::string(parameter.key);
    row["label"] = std::string(parameter.label);
    row["unit"] = std::string(parameter.unit);
    row["default"] = parameter.defaultValue;
    row["lower"] = parameter.lower;
    row["upper"] = parameter.upper;
    row["about"] = std::string(parameter.tooltip);
    row["source"] = std::string(parameter.source);
    rows.append(row);
  }
  return rows;
}

py::list listFields(const std::string& method) {
  py::list rows;
  for (const Field& field : quantitiesOf(findMethod(method))) {
    if (field.kind == FieldKind::None) continue;
    py::dict row;
    row["key"] = std::string(field.key);
    row["label"] = std::string(field.label);
    row["unit"] = std::string(field.unit);
    rows.append(row);
  }
  return rows;
}

}  // namespace

void bindScenes(py::module_& module) {
  py::class_<Scene, std::shared_ptr<Scene>>(
      module, "Scene", "A scene: liquids, bodies, nozzles, camera and look. Make a World from it.")
      .def_readonly("name", &Scene::name, "Name of the scene: the file name without .json.")
      .def_readonly("title", &Scene::title, "Title for people.")
      .def_readonly("description", &Scene::description, "One sentence about the scene.")
      .def_readonly("duration", &Scene::duration, "Duration that is worth watching [s].")
      .def_readonly("notes", &Scene::notes, "Warnings, such as a mesh that is not installed.")
      .def_readonly("source", &Scene::source, "JSON text of the scene.")
      .def_property_readonly(
          "method", [](const Scene& s) { return s.world.method; }, "Key of the method.")
      .def_property_readonly(
          "detail", [](const Scene& s) { return std::string(detailWord(s.detail)); },
          "Detail: 'draft', 'coarse', 'medium' or 'fine'.")
      .def_property_readonly(
          "frames_per_second", [](const Scene& s) { return s.world.framesPerSecond; },
          "Frames per simulated second [1/s].")
      .def_property_readonly(
          "interaction_radius", [](const Scene& s) { return s.world.methodSettings.interactionRadius; },
          "Interaction radius h of the particles [m].")
      .def("__repr__",
           [](const Scene& s) { return "<ooze.Scene '" + s.name + "' (" + s.world.method + ")>"; });
  module.def("load_scene", &loadPythonScene, py::arg("scene"), py::arg("detail") = "medium",
             py::arg("method") = "",
             "Loads a scene by name or path.\n\n"
             ":param scene: a name from `scenes()`, or the path of a scene file\n"
             ":param detail: 'draft', 'coarse', 'medium' or 'fine'\n"
             ":param method: key of the method to convert the scene to; '' keeps the scene's own\n"
             ":raises InputError: if the scene is unknown or not valid");
  module.def("_scene_from_json", &sceneFromJson, py::arg("text"), py::arg("file"), py::arg("detail"),
             "Parses a scene from JSON text. Paths in the text are relative to the folder of `file`.");
  module.def(
      "scenes", [] { return namesOf(listScenes()); },
      "Lists the scenes: dictionaries with name, title, description and method.");
  module.def(
      "materials", [] { return namesOf(listMaterials()); },
      "Lists the materials: dictionaries with name, title, description and method.");
  module.def("methods", &listMethods, "Lists the methods: dictionaries with key, title and source (paper).");
  module.def("parameters", &listParameters, py::arg("method"),
             "Lists the parameters of a method: dictionaries with key, label, unit, default, lower, upper, "
             "about and "
             "source.");
  module.def("fields", &listFields, py::arg("method"),
             "Lists the fields of a method's particles: dictionaries with key, label and unit.");
}

}  // namespace ooze::python
