#version 410 core
#include "frame.glsl"
#include "environment.glsl"
// Lights metal at quality 0 by a reflection of the environment map.
in vec3 worldNormal;
in vec3 worldPosition;
uniform vec3 albedo;  // colour of the metal, as the square root of the linear colour
uniform float roughness;
layout(location = 0) out vec4 colourOut;
layout(location = 1) out vec4 depthOut;
void main() {
  vec3 away = worldPosition - eye.xyz, v = -normalize(away), n = normalize(worldNormal);
  n = gl_FrontFacing ? n : -n;
  vec3 tint = albedo * albedo;
  colourOut = vec4(tint * reflectEnvironment(reflect(-v, n), roughness, 1.0, sunColour.rgb), 1.0);
  depthOut = vec4(dot(away, forward.xyz));
}
