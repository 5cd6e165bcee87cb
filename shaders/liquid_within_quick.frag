#version 410 core
#define WITHIN
#define QUICK
#include "frame.glsl"
#include "environment.glsl"
#include "liquid_surface.glsl"
#include "liquid_light.glsl"
