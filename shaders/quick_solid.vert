#version 410 core
#include "frame.glsl"
#include "environment.glsl"
#include "quick_light.glsl"
// Lights a body at the vertices (Gouraud shading).
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 model;
uniform vec3 stretch;
uniform vec3 albedo;  // colour of the solid, as the square root of the linear colour
out vec4 light;
out float nearness;
void main() {
  vec3 n = normalize(mat3(model) * (normal / stretch)), p = (model * vec4(position * stretch, 1.0)).xyz;
  vec3 sun = sunColour.rgb * sunVisibility(p, n, 0.006 * sunColour.w) * max(0.0, dot(n, sunDirection.xyz));
  light = vec4(albedo * albedo * (diffuseLight(n) + sun), 1.0);
  gl_Position = viewProjection * vec4(p, 1.0);
  nearness = 1.0 / max(dot(p - eye.xyz, forward.xyz), depthRange.x);
}
