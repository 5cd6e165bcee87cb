#version 410 core
#include "frame.glsl"
#include "environment.glsl"
// Draws the glass of a tank or mould, which shows little more than a reflection.
in vec3 worldNormal;
in vec3 worldPosition;
uniform sampler2D solidDepth;
uniform sampler2D liquidDepth;
uniform float slack;  // liquid in front of the glass by less than this hides no glass [m]
layout(location = 0) out vec4 colourOut;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float z = dot(worldPosition - eye.xyz, forward.xyz), front = texture(liquidDepth, gl_FragCoord.xy / depthRange.zw).r;
  // A pane that lies on a solid shares the solid's plane, and is drawn as a whole. Without the margin, rounding
  // would pick the pixels that show the pane.
  float solid = texelFetch(solidDepth, at, 0).r + 0.001 * centre.w;
  if (z > solid || (front > 0.0 && z > front + slack)) discard;
  vec3 v = normalize(eye.xyz - worldPosition), n = normalize(worldNormal);
  n = dot(n, v) < 0.0 ? -n : n;
  // Liquid that touches the pane has its own reflection, and its face on the glass reflects next to nothing.
  float mirror = front > z - slack ? 0.0 : fresnel(0.035, dot(n, v), 0.05);
  colourOut = vec4(min(reflectEnvironment(reflect(-v, n), 0.05, 1.0, sunColour.rgb), vec3(2.0)), 0.03 + 0.9 * mirror);
}
