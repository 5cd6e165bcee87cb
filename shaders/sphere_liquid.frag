#version 410 core
#include "frame.glsl"
#include "sphere.glsl"
// Draws a sphere impostor of liquid: depth (smoothed later), colour and look.
in vec3 onQuad;
flat in vec3 centreOfSphere;
flat in vec4 tint;
uniform float radius;
layout(location = 0) out vec4 depthOut;
layout(location = 1) out vec4 colourOut;
void main() {
  vec3 at;
  if (!intersectSphere(onQuad, centreOfSphere, radius, at)) discard;
  float z = dot(at, forward.xyz);
  depthOut = vec4(z);
  colourOut = vec4(tint.rgb, tint.a / 255.0);
  gl_FragDepth = bufferDepth(z);
}
