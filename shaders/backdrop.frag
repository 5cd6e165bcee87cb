#version 410 core
#include "frame.glsl"
#include "studio.glsl"
// The studio where nothing stands in it.
in vec2 uv;
layout(location = 0) out vec4 colourOut;
void main() { colourOut = vec4(backdrop(viewRay(uv)), 1.0 - floorColour.w); }
