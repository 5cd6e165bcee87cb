#version 410 core
#include "frame.glsl"
#include "sphere.glsl"
// Writes the layers of a picture for a particle, drawn as a sphere.
in vec3 onQuad;
flat in vec3 centreOfSphere;
flat in vec3 particleVelocity;
flat in float objectIndex;
uniform float radius;
layout(location = 0) out vec4 normalOut;
layout(location = 1) out vec4 velocityOut;
void main() {
  vec3 at;
  if (!intersectSphere(onQuad, centreOfSphere, radius, at)) discard;
  normalOut = vec4((at - centreOfSphere) / radius, objectIndex);
  float z = dot(at, forward.xyz);
  velocityOut = vec4(particleVelocity, z);
  gl_FragDepth = bufferDepth(z);
}
