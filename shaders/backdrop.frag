#version 410 core
#include "frame.glsl"
#include "environment.glsl"
// Draws the environment where no object covers the pixel.
in vec2 uv;
layout(location = 0) out vec4 colourOut;
void main() { colourOut = floorColour.w > 0.5 ? vec4(0.0) : vec4(backdrop(viewRay(uv)), 1.0); }
