#version 410 core
// Lights the liquid's surface (liquid_light.glsl), if all liquids are drawn as one.
#include "frame.glsl"
#include "environment.glsl"
#include "liquid_surface.glsl"
#include "liquid_paths.glsl"
#include "liquid_refraction.glsl"
#include "metal_reflection.glsl"
#include "liquid_light.glsl"
