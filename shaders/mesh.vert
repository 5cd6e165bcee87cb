#version 410 core
#include "frame.glsl"
// Transforms a solid's mesh to world space and clip space.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 model;
uniform vec3 stretch;
out vec3 worldNormal;
out vec3 worldPosition;
void main() {
  worldNormal = mat3(model) * (normal / stretch);
  worldPosition = (model * vec4(position * stretch, 1.0)).xyz;
  gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
