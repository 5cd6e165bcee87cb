#version 410 core
#include "frame.glsl"
#include "studio.glsl"
in vec3 worldNormal;
in vec3 worldPosition;
uniform vec3 albedo;  // square root of the linear colour
uniform float roughness;
layout(location = 0) out vec4 colourOut;
layout(location = 1) out vec4 depthOut;
void main() {
  vec3 away = worldPosition - eye.xyz, v = -normalize(away), n = normalize(worldNormal);
  n = gl_FrontFacing ? n : -n;
  vec3 tint = albedo * albedo;
  vec3 diffuse = 0.4 * tint * (studioIrradiance(n) + sunColour.rgb * max(0.0, dot(n, sunDirection.xyz)));
  float mirror = fresnel(0.55, dot(n, v)) * (1.0 - 0.7 * roughness);
  colourOut = vec4(mix(diffuse, studioRadiance(reflect(-v, n), roughness) * tint, mirror), 1.0);
  depthOut = vec4(dot(away, forward.xyz));
}
