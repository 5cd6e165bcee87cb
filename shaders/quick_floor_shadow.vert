#version 410 core
#include "frame.glsl"
// The part of the floor that the shadow map reaches: as wide as the map, stretched by the slant of the light.
out vec3 worldPosition;
void main() {
  float rise = sunDirection.y, reach = centre.w / rise;
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec2 middle = centre.xz - sunDirection.xz / rise * (centre.y - backdropLow.w);
  worldPosition = vec3(middle.x + reach * corner.x, backdropLow.w, middle.y + reach * corner.y);
  gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
