#version 410 core
#include "frame.glsl"
#include "environment.glsl"
#include "quick_light.glsl"
// Draws a sphere as a point sprite of the sphere's apparent size, at the depth of the centre. The fragment
// shader writes no depth, so the depth test rejects hidden fragments before lighting.
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 colour;
uniform float radius;
flat out vec3 above;    // light on the side that faces up
flat out vec3 below;    // light on the side that faces down
flat out vec3 sun;      // sunlight on the side that faces the sun
flat out float depth;   // depth of the centre along the view direction [m]
flat out vec3 upSeen;   // up direction in view space
flat out vec3 sunSeen;  // direction towards the sun in view space
void main() {
  depth = dot(position - eye.xyz, forward.xyz);
  vec3 albedo = colour.rgb * colour.rgb;
  above = albedo * diffuseLight(vec3(0, 1, 0));
  below = albedo * diffuseLight(vec3(0, -1, 0));
  sun = albedo * sunColour.rgb * sunVisibility(position, sunDirection.xyz, 2.5 * radius);
  upSeen = mat3(viewMatrix) * vec3(0, 1, 0);
  sunSeen = mat3(viewMatrix) * sunDirection.xyz;
  gl_Position = viewProjection * vec4(position, 1.0);
  gl_PointSize = 2.0 * radius * eye.w / depth;
}
