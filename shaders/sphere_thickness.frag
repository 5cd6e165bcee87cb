#version 410 core
#include "frame.glsl"
// How much liquid [m] lies along the ray, summed over all spheres in front of the solids.
in vec3 onQuad;
flat in vec3 centreOfSphere;
uniform float radius;
uniform sampler2D solidDepth;
uniform vec2 pixel;  // size of one pixel of this target in uv
layout(location = 0) out vec4 thicknessOut;
void main() {
  float along = dot(onQuad, centreOfSphere) / dot(onQuad, onQuad);
  vec3 nearest = along * onQuad - centreOfSphere;
  float h = radius * radius - dot(nearest, nearest);
  float solid = linearDepth(texture(solidDepth, gl_FragCoord.xy * pixel).r);
  float inFront = step(dot(centreOfSphere, forward.xyz), solid);
  thicknessOut = vec4(h > 0.0 ? 2.0 * sqrt(h) * liquid.z * inFront : 0.0);
}
