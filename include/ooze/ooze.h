/// @namespace ooze
/// The library Ooze.

/// @file
/// The one header that a program includes to use Ooze as a library: worlds, scenes, surfaces and files,
/// without a window.
///
/// Units are SI: metres, kilograms, seconds; y points up. Colours are 0xAABBGGRR in sRGB. Functions report
/// failures by exceptions: ooze::InputError for bad input, ooze::RunError for what fails at run time. Each
/// holds one line of text for people. Mistakes of the calling program throw std::invalid_argument where a
/// comment says so, and a lack of memory throws std::bad_alloc. Nothing is global: any number of worlds may
/// run side by side, each on its own thread. Free functions are safe on any thread; an object belongs to one
/// thread at a time unless its comment says otherwise.
#pragma once

// Values, errors, parameter tables, threads.
#include "ooze/base/bytes.h"
#include "ooze/base/cancellation_token.h"
#include "ooze/base/error.h"
#include "ooze/base/installation.h"
#include "ooze/base/math.h"
#include "ooze/base/parameter.h"
#include "ooze/base/stage_timer.h"
#include "ooze/base/threads.h"
// Meshes, signed distance fields, rigid bodies.
#include "ooze/bodies/bodies.h"
#include "ooze/bodies/keyframes.h"
#include "ooze/geometry/mesh.h"
#include "ooze/geometry/sampling.h"
#include "ooze/geometry/signed_distance.h"
#include "ooze/geometry/solid_shape.h"
// The world: its specification, its step, its commands, its state.
#include "ooze/methods/method.h"
#include "ooze/world/command.h"
#include "ooze/world/control_text.h"
#include "ooze/world/liquid_look.h"
#include "ooze/world/quantity.h"
#include "ooze/world/snapshot.h"
#include "ooze/world/spray_trail.h"
#include "ooze/world/submersion.h"
#include "ooze/world/world.h"
// Scenes, materials and saves as files.
#include "ooze/scene/band_file.h"
#include "ooze/scene/save_file.h"
#include "ooze/scene/scene.h"
#include "ooze/scene/scene_writing.h"
// Surfaces, and files for other programs.
#include "ooze/export/liquid_files.h"
#include "ooze/surface/steady_particles.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/surface/texture_coordinates.h"
