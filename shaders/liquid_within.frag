#version 410 core
// Lights liquids inside a clear liquid (liquid_light.glsl).
#define WITHIN
#include "frame.glsl"
#include "environment.glsl"
#include "liquid_surface.glsl"
#include "liquid_paths.glsl"
#include "liquid_refraction.glsl"
#include "metal_reflection.glsl"
#include "liquid_light.glsl"
