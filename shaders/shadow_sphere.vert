#version 410 core
#include "frame.glsl"
// Places a quad round a particle's disc in the shadow map.
layout(location = 0) in vec3 position;
uniform float radius;
out vec2 onDisc;
void main() {
  onDisc = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  gl_Position = sunMatrix * vec4(position, 1.0);
  gl_Position.xy += onDisc * radius * 2.0 / sunColour.w;
}
