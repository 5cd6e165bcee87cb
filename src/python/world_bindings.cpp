// The Python class World: steps, settings, commands, state and saves.
#include "ooze/base/error.h"
#include "ooze/scene/save_file.h"
#include "ooze/world/quantity.h"
#include "ooze/world/submersion.h"

#include "python/arrays.h"
#include "python/bindings.h"

#include <charconv>
#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>
#include <stdexcept>
#include <string_view>

namespace py = pybind11;

namespace ooze::python {
namespace {

using SharedWorld = std::shared_ptr<PythonWorld>;

/// Returns the key with its method, for keys such as "viscosity_linear".
std::string wholeKey(const std::string& key, const std::string& method) {
  return key.find('.') == std::string::npos ? method + "." + key : key;
}

/// Submits a command, and applies it at once if the world is between two steps of a frame.
void submit(PythonWorld& world, const CommandText& text) {
  world.change([&](World& w) {
    w.submit(parseCommand(text));
    w.applyCommands();
  });
}

/// Converts "#rrggbb" to three numbers from 0 to 1. @throws InputError
std::vector<float> parseHexColour(const std::string& text) {
  std::vector<float> numbers;
  for (std::size_t at = 1; at + 1 < text.size() && text.size() == 7; at += 2) {
    int byte = 0;
    const char* const begin = text.data() + at;
    if (std::from_chars(begin, begin + 2, byte, 16).ptr == begin + 2)
      numbers.push_back(static_cast<float>(byte) / 255.f);
  }
  if (numbers.size() != 3)
    throw InputError(fmt::format("{} is not a colour such as #ffaa00", quoteText(text)));
  return numbers;
}

/// Converts a value of Python: a text, a number, a sequence of numbers such as an array, or None for no
/// number.
/// @throws InputError in one line if the value is none of them
void convertValue(const py::object& value, CommandText& text) {
  if (value.is_none()) return;
  if (py::isinstance<py::str>(value)) {
    text.text = value.cast<std::string>();
    if (!text.text.starts_with('#') || !text.target.ends_with(".colour")) return;
    text.values = parseHexColour(text.text);
    text.text.clear();
    return;
  }
  const auto toNumber = [&](const py::handle& item) {
    const double number = PyFloat_AsDouble(item.ptr());
    if (number == -1.0 && PyErr_Occurred()) throw py::error_already_set();
    text.values.push_back(static_cast<float>(number));
  };
  try {
    if (PyNumber_Check(value.ptr()) && !(py::hasattr(value, "ndim") && value.attr("ndim").cast<int>() > 0))
      toNumber(value);
    else
      for (const py::handle& item : value) toNumber(item);
  } catch (py::error_already_set&) {
    throw InputError(fmt::format("{}: the value is no number, numbers or text", text.target));
  }
}

void setValue(PythonWorld& world, const std::string& key, const py::object& value) {
  CommandText text{wholeKey(key, world.scene().world.method)};
  convertValue(value, text);
  try {
    submit(world, text);
  } catch (const InputError& error) {
    // A text for a number would be reported as a missing number.
    if (text.text.empty() || std::string_view(error.what()).find("number") == std::string_view::npos) throw;
    throw InputError(fmt::format("{}: {} is not a number", key, quoteText(text.text)));
  }
}

/// Takes whole frames. @throws InputError for a number below 0
void advance(PythonWorld& world, std::int64_t frames) {
  if (frames < 0)
    throw InputError(fmt::format("advance({}): the number of frames must be 0 or more", frames));
  world.advance(static_cast<std::uint64_t>(frames));
}

int checkedThreads(int threads) {
  if (threads < 0 || threads > 1024) throw InputError(fmt::format("threads {}: must be 0 to 1024", threads));
  return threads;
}

/// Returns a setting as a float, a tuple of floats, a text, or None if the setting is unset.
py::object getValue(const PythonWorld& world, const std::string& key) {
  const std::string whole = wholeKey(key, world.scene().world.method);
  const SettingValue value = world.read([&](const World& w) { return w.settingValue(whole); });
  if (!value.text.empty()) return py::str(value.text);
  if (value.numbers.empty()) return py::none();
  if (value.numbers.size() == 1) return py::float_(value.numbers[0]);
  py::tuple numbers(value.numbers.size());
  for (std::size_t i = 0; i < value.numbers.size(); ++i) numbers[i] = py::float_(value.numbers[i]);
  return numbers;
}

py::tuple tupleOf(const glm::dvec3& v) { return py::make_tuple(v.x, v.y, v.z); }

py::dict statisticsOf(const PythonWorld& world) {
  const Statistics s = world.read([](const World& w) { return w.statistics(); });
  py::dict row;
  row["particles"] = s.particles;
  row["links"] = s.links;
  row["mass"] = s.mass;
  row["centroid"] = tupleOf(s.centroid);
  row["momentum"] = tupleOf(s.momentum);
  row["kinetic_energy"] = s.kineticEnergy;
  row["max_speed"] = s.maxSpeed;
  row["rms_speed"] = s.rmsSpeed;
  row["lower"] = tupleOf(s.lower);
  row["upper"] = tupleOf(s.upper);
  return row;
}

py::dict balanceOf(const PythonWorld& world) {
  const LiquidBalance b = world.read([](const World& w) { return w.balance(); });
  py::dict row;
  row["added"] = b.added;
  row["removed"] = b.removed;
  row["lost"] = b.lost();
  row["blocked"] = b.blocked;
  return row;
}

SnapshotHandle takeSnapshot(const PythonWorld& world, const std::vector<std::string>& fields) {
  if (fields.empty()) return {world.snapshot(), world.sharedScene()};
  SnapshotContent content;
  for (const std::string& key : fields)
    for (const Field& field : contentFor(parseQuantity(key, findMethod(world.scene().world.method))).fields)
      content.fields.push_back(field);
  return {world.snapshot(content), world.sharedScene()};
}

py::array_t<float> fieldOf(const PythonWorld& world, const std::string& key) {
  const Field field = parseQuantity(key, findMethod(world.scene().world.method));
  std::vector<float> values = quantityValues(*world.snapshot(contentFor(field)), field);
  const auto count = static_cast<py::ssize_t>(values.size());
  return arrayFrom(std::move(values), {count});
}

void saveWorld(const PythonWorld& world, const std::filesystem::path& path) {
  world.read([&](const World& w) { writeSave(path, makeSave(world.scene(), w)); });
}

void defineSteps(py::class_<PythonWorld, SharedWorld>& world) {
  world
      .def(
          "step", [](PythonWorld& w) { w.change([](World& x) { x.step(); }); },
          "Takes one substep.\n\n:raises RunError: if the simulation fails; the world is then at the frame's "
          "start")
      .def("advance", &advance, py::arg("frames") = 1,
           "Takes whole frames. Other Python threads go on meanwhile, and Ctrl-C ends the call between two "
           "steps.\n\n:raises RunError: as step()")
      .def_property_readonly(
          "time", [](const PythonWorld& w) { return w.read([](const World& x) { return x.time(); }); },
          "Simulated time [s].")
      .def_property_readonly(
          "frame", [](const PythonWorld& w) { return w.read([](const World& x) { return x.frameIndex(); }); },
          "Number of frames completed.")
      .def_property_readonly(
          "step_count",
          [](const PythonWorld& w) { return w.read([](const World& x) { return x.stepIndex(); }); },
          "Number of steps taken.")
      .def_property_readonly(
          "substeps",
          [](const PythonWorld& w) { return w.read([](const World& x) { return x.substeps(); }); },
          "Substeps of the last frame.")
      .def_property_readonly(
          "asleep", [](const PythonWorld& w) { return w.read([](const World& x) { return x.asleep(); }); },
          "True if nothing moves and steps change nothing.")
      .def_property_readonly(
          "hash", [](const PythonWorld& w) { return w.read([](const World& x) { return x.hash(); }); },
          "Hash of the whole state, equal to the one that `ooze run` reports. The number of threads "
          "does not matter.")
      .def_property_readonly(
          "scene", [](const PythonWorld& w) { return std::const_pointer_cast<Scene>(w.sharedScene()); },
          "Scene that the world was made from.");
}

void defineSettings(py::class_<PythonWorld, SharedWorld>& world) {
  world
      .def("set", &setValue, py::arg("key"), py::arg("value"),
           "Sets a value as `--set` does, for example 'viscosity_linear', 'material.honey.colour' or "
           "'world.gravity_y'.\n\n"
           ":param value: a number, numbers, an array or a text, in the unit that the manual lists; None "
           "unsets a setting that may be unset\n"
           ":raises InputError: if no such setting exists or the value is out of range")
      .def("get", &getValue, py::arg("key"),
           "Returns the value of a setting, in the unit that the manual lists: a float, a tuple of floats, a "
           "text, or None if the setting is unset.\n\n:raises InputError: if no such setting exists")
      .def("__setitem__", &setValue, py::arg("key"), py::arg("value"), "As set().")
      .def("__getitem__", &getValue, py::arg("key"), "As get().")
      .def(
          "command",
          [](PythonWorld& w, const std::string& key, const std::vector<float>& values,
             const std::string& text) {
            submit(w, {key, values, text});
          },
          py::arg("key"), py::arg("values") = std::vector<float>(), py::arg("text") = "",
          "Runs a command of `ooze list commands`, such as 'springs.add' or 'liquid.erase'.\n\n"
          ":raises InputError: if no such command exists or its numbers do not suit it");
}

void defineState(py::class_<PythonWorld, SharedWorld>& world) {
  world
      .def("snapshot", &takeSnapshot, py::arg("fields") = std::vector<std::string>(),
           "Returns the present state. Without fields, all calls until the next change return the same "
           "arrays.\n\n"
           ":param fields: keys of fields to gather, from `fields()`\n"
           ":raises InputError: if the method has no such field")
      .def_property_readonly(
          "positions",
          [](const PythonWorld& w) {
            const auto s = w.snapshot();
            return arrayOf(s->positions, s);
          },
          "Positions of the particle centres [m], shape (N, 3), read-only. As snapshot().positions.")
      .def_property_readonly(
          "velocities",
          [](const PythonWorld& w) {
            const auto s = w.snapshot();
            return arrayOf(s->velocities, s);
          },
          "Velocities of the particles [m/s], shape (N, 3), read-only. As snapshot().velocities.")
      .def("field", &fieldOf, py::arg("key"),
           "Returns one value per particle, shape (N,), in the unit that `fields()` lists.\n\n"
           ":raises InputError: if the method has no such field")
      .def_property_readonly(
          "statistics", &statisticsOf,
          "Sums over the liquid: particles, links, mass [kg], centroid [m], momentum [kg m/s], "
          "kinetic_energy [J], max_speed and rms_speed [m/s], lower and upper bounds [m].")
      .def_property_readonly("balance", &balanceOf, "Numbers of particles added, removed, lost and blocked.")
      .def("save", &saveWorld, py::arg("path"),
           "Writes a save file (.ooze), which the program and restore() open.\n\n"
           ":raises RunError: if the file cannot be written");
}

}  // namespace

void bindWorlds(py::module_& module) {
  py::class_<PythonWorld, SharedWorld> world(module, "World",
                                             "A simulated world. Several threads may share a world; they "
                                             "take turns. Several worlds run side by side.");
  world.def(py::init([](const std::shared_ptr<Scene>& scene, int threads) {
              return std::make_shared<PythonWorld>(scene, checkedThreads(threads));
            }),
            py::arg("scene"), py::arg("threads") = 0,
            "Makes the world of a scene at frame 0.\n\n"
            ":param threads: number of threads; 0: one for every core. Results do not depend on the number.\n"
            ":raises InputError: if the scene is not valid");
  defineSteps(world);
  defineSettings(world);
  defineState(world);
  world.def_property_readonly(
      "bodies",
      [](const SharedWorld& w) {
        std::vector<BodyHandle> handles;
        for (const std::string& name : w->read([](const World& x) {
               std::vector<std::string> names;
               for (const Body& body : x.bodies().list) names.push_back(body.name);
               return names;
             }))
          handles.push_back({w, name});
        return handles;
      },
      "Bodies of the world, absent ones too.");
  world.def(
      "body",
      [](const SharedWorld& w, const std::string& name) {
        const bool found = w->read([&](const World& x) {
          for (const Body& body : x.bodies().list)
            if (body.name == name) return true;
          return false;
        });
        if (!found) throw InputError(fmt::format("there is no body {}", quoteText(name)));
        return BodyHandle{w, name};
      },
      py::arg("name"), "Returns a body.\n\n:raises InputError: if there is no body of this name");
  world.def("__repr__", [](const PythonWorld& w) {
    return w.read([&](const World& x) {
      return fmt::format("<ooze.World of '{}' at frame {}, {} particles>", w.scene().name, x.frameIndex(),
                         x.particles().size());
    });
  });
  module.def(
      "restore",
      [](const std::filesystem::path& path, int threads) {
        return std::make_shared<PythonWorld>(path, checkedThreads(threads));
      },
      py::arg("path"), py::arg("threads") = 0,
      "Makes a world from a save file (.ooze). The run goes on to the same bits.\n\n"
      ":raises InputError: if the file is no save or is damaged");
}

}  // namespace ooze::python
