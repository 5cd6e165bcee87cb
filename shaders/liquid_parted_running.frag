#version 410 core
// Lights the common surface of several liquids at quality 0 (liquid_light.glsl).
#define PARTED
#define RUNNING
#include "frame.glsl"
#include "environment.glsl"
#include "liquid_surface.glsl"
#include "liquid_paths.glsl"
#include "liquid_refraction.glsl"
#include "liquid_light.glsl"
