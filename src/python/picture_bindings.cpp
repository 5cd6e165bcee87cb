// Pictures of a world as NumPy arrays.
#include "ooze/base/error.h"

#include "app/commands/command_line.h"
#include "app/pictures/picture_choice.h"
#include "python/arrays.h"
#include "python/bindings.h"
#include "python/picture_worker.h"
#include "render/camera.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace ooze::python {
namespace {

/// How a picture looks, as Python names it.
struct PictureWishes {
  std::pair<int, int> size;
  std::string view, colour, background, camera, light;
  int supersample;
  bool transparent;
};

PictureChoice choiceOf(const PictureWishes& wishes) {
  PictureChoice choice;
  choice.width = wishes.size.first, choice.height = wishes.size.second;
  choice.view = wishes.view, choice.colour = wishes.colour, choice.background = wishes.background;
  if (!wishes.camera.empty()) choice.camera = parseCamera(wishes.camera);
  if (!wishes.light.empty()) choice.light = parseLight(wishes.light);
  return choice;
}

/// Draws a picture on the worker's thread: calls draw(renderer, snapshot, camera, settings).
template <class Draw>
auto drawPicture(const PythonWorld& world, const PictureWishes& wishes, const Draw& draw) {
  const PictureChoice choice = choiceOf(wishes);
  RenderSettings settings = settingsOf(choice, world.scene());
  settings.transparent = wishes.transparent;
  const CameraView camera = cameraOf(choice, world.scene());
  SnapshotContent content = contentFor(settings);
  content.droplets = false;
  const std::shared_ptr<const Snapshot> snapshot =
      content.fields.empty() ? world.snapshot() : world.snapshot(content);
  const py::gil_scoped_release release;
  return PictureWorker::common().run(
      [&](OffscreenRenderer& renderer) { return draw(renderer, snapshot, camera, settings); });
}

py::array_t<std::uint8_t> pictureOf(const PythonWorld& world, const PictureWishes& wishes) {
  Image image = drawPicture(
      world, wishes,
      [&](OffscreenRenderer& renderer, const auto& snapshot, const auto& camera, const auto& settings) {
        return renderer.render(snapshot, camera, settings, wishes.supersample);
      });
  const std::vector<py::ssize_t> shape{image.height, image.width, image.channels};
  return arrayFrom(std::move(image.pixels), shape);
}

py::dict layersOf(const PythonWorld& world, const PictureWishes& wishes) {
  auto picture = std::make_shared<const LayeredPicture>(drawPicture(
      world, wishes,
      [&](OffscreenRenderer& renderer, const auto& snapshot, const auto& camera, const auto& settings) {
        return renderer.renderLayered(snapshot, camera, settings, wishes.supersample);
      }));
  const py::ssize_t height = picture->height, width = picture->width;
  const auto vectors = [&](const std::vector<Vec3>& v) {
    return arrayOf(reinterpret_cast<const float*>(v.data()), {height, width, 3}, picture);
  };
  py::dict layers;
  layers["colour"] =
      arrayOf(reinterpret_cast<const float*>(picture->colour.data()), {height, width, 4}, picture);
  layers["depth"] = arrayOf(picture->depth.data(), {height, width}, picture);
  layers["normal"] = vectors(picture->normals);
  layers["velocity"] = vectors(picture->velocities);
  layers["material"] = arrayOf(picture->objects.data(), {height, width}, picture);
  layers["names"] = picture->objectNames;
  return layers;
}

/// Binds a function of a world and of picture options.
template <class Result>
void bind(py::module_& module, const char* name, Result (*draw)(const PythonWorld&, const PictureWishes&),
          const std::string& about) {
  const auto call = [draw](const PythonWorld& world, std::pair<int, int> size, std::string view,
                           std::string colour, std::string background, std::string camera, std::string light,
                           int supersample, bool transparent) {
    return draw(world, {size, std::move(view), std::move(colour), std::move(background), std::move(camera),
                        std::move(light), supersample, transparent});
  };
  const std::string text =
      about +
      "\n\n"
      ":param size: width and height [pixels]\n"
      ":param view: 'surface', 'tracked', 'skin', 'spheres' or 'points'; '' for the scene's own\n"
      ":param colour: key of a field from `fields()`, or 'look'; '' for the scene's own\n"
      ":param background: 'studio', 'sky', 'dark', 'white' or a panorama's path; '' for the scene's own\n"
      ":param camera: 'X,Y,Z:X,Y,Z[:DEGREES]', eye and target [m]; '' for the scene's own\n"
      ":param light: as `--light` of `ooze render`\n"
      ":param supersample: samples along each side of a pixel, 1 .. 8\n"
      ":param transparent: leaves the background out\n"
      ":raises InputError: if an option is not valid\n"
      ":raises RunError: if the machine has no OpenGL 4.1";
  module.attr("World").attr(name) = py::cpp_function(
      call, py::name(name), py::is_method(module.attr("World")), py::sibling(py::none()),
      py::arg("size") = std::pair(640, 360), py::arg("view") = "", py::arg("colour") = "",
      py::arg("background") = "", py::arg("camera") = "", py::arg("light") = "",
      py::arg("supersample") = kFileSupersample, py::arg("transparent") = false, text.c_str());
}

}  // namespace

void bindPictures(py::module_& module) {
  bind(module, "picture", &pictureOf,
       "Draws the present state as `ooze render` does, without spray. Returns sRGB bytes of shape (height, "
       "width, 3), or "
       "4 with alpha if transparent.");
  bind(module, "layers", &layersOf,
       "Draws the present state in linear light with layers. Returns arrays: colour (height, width, 4), "
       "premultiplied by "
       "alpha; depth (height, width) [m]; normal and velocity (height, width, 3) in world axes [m/s]; "
       "material (height, "
       "width), the number of the object in names, counted from 1, or 0.");
  // The thread of the renderer must end before OpenGL's libraries are unloaded.
  py::module_::import("atexit").attr("register")(py::cpp_function([] {
    const py::gil_scoped_release release;
    PictureWorker::common().stop();
  }));
}

}  // namespace ooze::python
