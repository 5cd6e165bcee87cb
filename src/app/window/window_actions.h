// Handlers of keys, menu items and buttons: one table row per ui::Action.
#pragma once

#include "app/pictures/recorder.h"
#include "app/window/file_library.h"
#include "app/window/glfw_window.h"
#include "app/window/mesh_worker.h"
#include "app/window/session_files.h"
#include "app/window/window_input.h"
#include "app/window/world_view.h"

namespace ooze {

/// Parts of the window that actions use.
struct WindowParts {
  GlfwWindow& window;
  ui::InterfaceState& state;
  WorldView& view;
  WindowInput& input;
  SimulationThread& simulation;
  ComparedWorlds& compared;
  SessionFiles& sessions;
  FileLibrary& library;
  MeshWorker& meshes;
  FilmRecorder& recorder;
};

void perform(ui::Action action, WindowParts& parts);

}  // namespace ooze
