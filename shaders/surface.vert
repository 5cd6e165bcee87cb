#version 410 core
#include "frame.glsl"
// Transforms the triangle mesh of the liquid's surface.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 colour;  // vertex colour; alpha: index of the look / 255
layout(location = 3) in vec4 otherColour;
layout(location = 4) in float lead;   // lead of the first liquid over the other, -1 .. 1 (drawn_surface.h)
out vec3 worldNormal;
out vec3 tint;
out vec3 otherTint;
out float ahead;
flat out vec2 looks;
out float depth;
void main() {
  worldNormal = normal;
  tint = colour.rgb;
  otherTint = otherColour.rgb;
  ahead = lead;
  looks = vec2(colour.a, otherColour.a);
  depth = dot(position - eye.xyz, forward.xyz);
  gl_Position = viewProjection * vec4(position, 1.0);
}
