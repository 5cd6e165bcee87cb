#version 410 core
#include "frame.glsl"
// Places a quad round a particle's disc, parallel to the picture. The disc has a least size, so that no
// particle vanishes.
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 colour;
layout(location = 2) in float lookIndex;
uniform float radius;       // radius of a disc [m]
uniform float leastPixels;  // least radius of a disc in the picture [pixels]
out vec2 onDisc;
flat out vec3 tint;
flat out float depth;
void main() {
  depth = dot(position - eye.xyz, forward.xyz);
  onDisc = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  tint = colour.rgb;
  float pixels = max(radius * eye.w / max(depth, depthRange.x), leastPixels);
  gl_Position = viewProjection * vec4(position, 1.0);
  gl_Position.xy += onDisc * 2.0 * pixels / depthRange.zw * gl_Position.w;
}
