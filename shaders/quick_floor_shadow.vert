#version 410 core
#include "frame.glsl"
// Places a rectangle on the floor that covers the shadow of a box.
uniform vec3 low;   // corners of the box [m]
uniform vec3 high;
out vec3 worldPosition;
void main() {
  float floorHeight = backdropLow.w;
  vec2 drift = -sunDirection.xz / sunDirection.y * max(high.y - floorHeight, 0.0);
  vec2 from = min(low.xz, low.xz + drift), to = max(high.xz, high.xz + drift);
  vec2 margin = vec2(0.03 * centre.w);  // drawn particles reach beyond the box of their centres
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1), at = mix(from - margin, to + margin, corner);
  worldPosition = vec3(at.x, floorHeight, at.y);
  gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
