#version 410 core
#define WITHIN
#include "frame.glsl"
#include "environment.glsl"
#include "liquid_surface.glsl"
#include "liquid_light.glsl"
