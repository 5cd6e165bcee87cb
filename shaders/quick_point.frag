#version 410 core
#include "frame.glsl"
#include "tone_mapping.glsl"
// Draws a particle as a flat disc whose colour survives tone mapping unchanged.
in vec2 onDisc;
flat in vec3 tint;
flat in float depth;
layout(location = 0) out vec4 colourOut;
layout(location = 1) out vec4 depthOut;
void main() {
  if (dot(onDisc, onDisc) > 1.0) discard;
  colourOut = vec4(inverseToneMap(tint * tint), 1.0);
  depthOut = vec4(depth);
}
