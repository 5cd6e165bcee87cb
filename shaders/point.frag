#version 410 core
#include "frame.glsl"
// Draws a particle as a flat disc into the G-buffer.
in vec2 onDisc;
flat in vec3 tint;
flat in float depth;
layout(location = 0) out vec4 albedoOut;
layout(location = 1) out vec4 normalOut;
layout(location = 2) out vec4 depthOut;
void main() {
  if (dot(onDisc, onDisc) > 1.0) discard;
  albedoOut = vec4(tint, 4.0 / 255.0);
  normalOut = vec4(-forward.xyz, 1.0);
  depthOut = vec4(depth);
}
