#version 410 core
#include "frame.glsl"
#include "sphere.glsl"
// Draws a sphere impostor into the G-buffer.
in vec3 onQuad;
flat in vec3 centreOfSphere;
flat in vec4 tint;
uniform float radius;
layout(location = 0) out vec4 albedoOut;
layout(location = 1) out vec4 normalOut;
layout(location = 2) out vec4 depthOut;
void main() {
  vec3 at;
  if (!intersectSphere(onQuad, centreOfSphere, radius, at)) discard;
  albedoOut = vec4(tint.rgb, 3.0 / 255.0);
  normalOut = vec4((at - centreOfSphere) / radius, 0.35);
  float z = dot(at, forward.xyz);
  depthOut = vec4(z);
  gl_FragDepth = bufferDepth(z);
}
