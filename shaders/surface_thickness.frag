#version 410 core
#include "frame.glsl"
// Adds up the liquid's thickness along the view ray [m]: distance to back faces minus distance to front
// faces, clipped at the solids. Additive blending sums all faces. Also adds up the normals of the faces and
// their number, from which liquid_light.glsl finds how a ray leaves the liquid.
in vec3 worldNormal;
in float depth;
uniform sampler2D solidDepth;
uniform vec2 pixel;  // size of one pixel of this target in uv
layout(location = 0) out vec4 thicknessOut;
layout(location = 1) out vec4 normalSumOut;
void main() {
  vec2 uv = gl_FragCoord.xy * pixel;
  float solid = texture(solidDepth, uv).r, reached = min(depth, solid) * length(viewRay(uv));
  thicknessOut = vec4(gl_FrontFacing ? -reached : reached);
  normalSumOut = depth < solid ? vec4(normalize(worldNormal), 1.0) : vec4(0.0);
}
