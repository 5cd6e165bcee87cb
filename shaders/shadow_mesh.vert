#version 410 core
#include "frame.glsl"
// Draws a mesh into the shadow map.
layout(location = 0) in vec3 position;
uniform mat4 model;
uniform vec3 stretch;
void main() { gl_Position = sunMatrix * vec4((model * vec4(position * stretch, 1.0)).xyz, 1.0); }
