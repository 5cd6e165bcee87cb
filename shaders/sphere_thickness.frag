#version 410 core
#include "frame.glsl"
// Splats a particle's share of the liquid's thickness along the view ray [m]. Additive blending sums all
// particles in front of the solids.
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
  // A particle has the volume of a cube of the rest spacing. A smooth splat of that volume keeps thin sheets
  // from looking mottled.
  float height = liquid.y * liquid.y * liquid.y * 3.0 / (3.14159 * radius * radius);
  thicknessOut = vec4(height * bump * bump * inFront);
}
