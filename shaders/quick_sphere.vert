#version 410 core
#include "frame.glsl"
#include "environment.glsl"
#include "quick_light.glsl"
// A point as large as its sphere appears, at the depth of its centre: fragments that need no depth of their own are
// hidden before they are lit.
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 colour;
uniform float radius;
flat out vec3 above;    // light on the side that faces up
flat out vec3 below;
flat out vec3 sun;
flat out float depth;
flat out vec3 upSeen;   // up and towards the sun, as the camera sees them
flat out vec3 sunSeen;
void main() {
  depth = dot(position - eye.xyz, forward.xyz);
  vec3 albedo = colour.rgb * colour.rgb;
  above = albedo * diffuseLight(vec3(0, 1, 0));
  below = albedo * diffuseLight(vec3(0, -1, 0));
  sun = albedo * sunColour.rgb * sunAt(position, sunDirection.xyz, 2.5 * radius);
  upSeen = mat3(viewMatrix) * vec3(0, 1, 0);
  sunSeen = mat3(viewMatrix) * sunDirection.xyz;
  gl_Position = viewProjection * vec4(position, 1.0);
  gl_PointSize = 2.0 * radius * eye.w / depth;
}
