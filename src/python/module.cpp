// Defines the Python module `ooze._core`: exceptions, the version, and all classes.
#include "ooze/base/error.h"
#include "ooze/base/installation.h"

#include "python/bindings.h"

#include <exception>
#include <pybind11/stl/filesystem.h>

namespace py = pybind11;

namespace ooze::python {
namespace {

void bindErrors(py::module_& module) {
  static py::exception<InputError> input(module, "InputError", PyExc_ValueError);
  input.doc() =
      "Invalid input: an unknown name, a value out of range, or a damaged file. The text is one line.";
  static py::exception<RunError> run(module, "RunError", PyExc_RuntimeError);
  run.doc() =
      "A simulation or a write that failed. The text is one line. The world is in its last valid state.";
  py::register_exception_translator([](std::exception_ptr error) {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const InputError& e) {
      PyErr_SetString(input.ptr(), e.what());
    } catch (const RunError& e) {
      PyErr_SetString(run.ptr(), e.what());
    }
  });
}

}  // namespace
}  // namespace ooze::python

PYBIND11_MODULE(_core, module) {
  module.doc() = "Viscoelastic liquids: scenes, worlds, snapshots and pictures. Import `ooze` instead.";
  module.attr("__version__") = OOZE_VERSION;
  ooze::python::bindErrors(module);
  module.def("_add_install_prefix", &ooze::addInstallPrefix, py::arg("prefix"),
             "Adds a folder that Ooze was installed to. Assets are found in share/ooze below it.");
  ooze::python::bindScenes(module);
  ooze::python::bindSnapshots(module);
  ooze::python::bindBodies(module);
  ooze::python::bindWorlds(module);
  ooze::python::bindPictures(module);
}
