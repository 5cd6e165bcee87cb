#version 410 core
#include "frame.glsl"
// Adds up the liquid's thickness along the view ray [m]: distance to back faces minus distance to front
// faces, clipped at the solids. Additive blending sums all faces.
in float depth;
uniform sampler2D solidDepth;
uniform vec2 pixel;  // size of one pixel of this target in uv
layout(location = 0) out vec4 thicknessOut;
void main() {
  vec2 uv = gl_FragCoord.xy * pixel;
  float reached = min(depth, texture(solidDepth, uv).r) * length(viewRay(uv));
  thicknessOut = vec4(gl_FrontFacing ? -reached : reached);
}
