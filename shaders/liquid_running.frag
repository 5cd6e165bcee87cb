#version 410 core
// Lights the liquid's surface at quality 0 (liquid_light.glsl), if all liquids are drawn as one.
#define RUNNING
#include "frame.glsl"
#include "environment.glsl"
#include "liquid_surface.glsl"
#include "liquid_paths.glsl"
#include "liquid_refraction.glsl"
#include "liquid_light.glsl"
