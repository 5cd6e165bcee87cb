#version 410 core
// Lights a particle as a sphere impostor on a point sprite (quality 0).
flat in vec3 above;
flat in vec3 below;
flat in vec3 sun;
flat in float depth;
flat in vec3 upSeen;
flat in vec3 sunSeen;
uniform float radius;
layout(location = 0) out vec4 colourOut;
layout(location = 1) out vec4 depthOut;
void main() {
  vec2 at = vec2(2.0, -2.0) * gl_PointCoord + vec2(-1.0, 1.0);
  float rise2 = 1.0 - dot(at, at);
  if (rise2 < 0.0) discard;
  vec3 n = vec3(at, sqrt(rise2));
  colourOut = vec4(mix(below, above, 0.5 + 0.5 * dot(n, upSeen)) + sun * max(0.0, dot(n, sunSeen)), 1.0);
  depthOut = vec4(depth - radius * n.z);
}
