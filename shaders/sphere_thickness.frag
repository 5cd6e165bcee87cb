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
  float bump = max(0.0, 1.0 - dot(nearest, nearest) / (radius * radius));
  float solid = texture(solidDepth, gl_FragCoord.xy * pixel).r;
  float inFront = step(dot(centreOfSphere, forward.xyz), solid);
  // A particle fills the cube of its spacing; a smooth bump of that volume keeps thin sheets from mottling.
  float height = liquid.y * liquid.y * liquid.y * 3.0 / (3.14159 * radius * radius);
  thicknessOut = vec4(height * bump * bump * inFront);
}
