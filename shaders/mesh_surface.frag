#version 410 core
#include "frame.glsl"
// Draws a solid's mesh into the G-buffer.
in vec3 worldNormal;
in vec3 worldPosition;
uniform vec3 albedo;  // square root of the linear colour: eight bits are too few for dark linear colours
uniform float kind;   // kind of surface, a value of SurfaceKind
uniform float roughness;
layout(location = 0) out vec4 albedoOut;
layout(location = 1) out vec4 normalOut;
layout(location = 2) out vec4 depthOut;
void main() {
  vec3 n = normalize(worldNormal);
  albedoOut = vec4(albedo, kind / 255.0);
  depthOut = vec4(dot(worldPosition - eye.xyz, forward.xyz));
  normalOut = vec4(gl_FrontFacing ? n : -n, roughness);
}
