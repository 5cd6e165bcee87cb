#version 410 core
#include "frame.glsl"
// The liquid's surface.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 colour;  // alpha: index of the look / 255
out vec3 worldNormal;
out vec3 tint;
flat out float look;
out float depth;
void main() {
  worldNormal = normal;
  tint = colour.rgb;
  look = colour.a;
  depth = dot(position - eye.xyz, forward.xyz);
  gl_Position = viewProjection * vec4(position, 1.0);
}
