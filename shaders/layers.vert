#version 410 core
#include "frame.glsl"
// Transforms a mesh for the layers of a picture, with the velocity and the object of each vertex.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 velocity;  // [m/s], of liquid only
layout(location = 3) in float material; // index of the liquid's material, of liquid only
uniform mat4 model;
uniform vec3 stretch;
uniform float object;   // index of the object plus 1; below 0: the vertices name their materials
uniform vec3 linear;    // velocity of the body's centre of mass [m/s]
uniform vec3 angular;   // angular velocity of the body [rad/s]
uniform vec3 bodyCentre;    // centre of mass of the body [m]
out vec3 worldNormal;
out vec3 worldVelocity;
out float depth;
flat out float objectIndex;
void main() {
  vec3 at = (model * vec4(position * stretch, 1.0)).xyz;
  worldNormal = mat3(model) * (normal / stretch);
  bool isLiquid = object < 0.0;
  worldVelocity = isLiquid ? velocity : linear + cross(angular, at - bodyCentre);
  objectIndex = isLiquid ? material + 1.0 : object;
  depth = dot(at - eye.xyz, forward.xyz);
  gl_Position = viewProjection * vec4(at, 1.0);
}
