#version 410 core
// Lights the common surface of several liquids (liquid_light.glsl).
#define PARTED
#include "frame.glsl"
#include "environment.glsl"
#include "liquid_surface.glsl"
#include "liquid_paths.glsl"
#include "liquid_refraction.glsl"
#include "metal_reflection.glsl"
#include "liquid_light.glsl"
