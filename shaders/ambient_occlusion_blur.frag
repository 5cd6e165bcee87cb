#version 410 core
#include "frame.glsl"
// Averages away the 4 x 4 dither pattern of ambient_occlusion.frag, but not over steps in depth (bilateral blur).
in vec2 uv;
uniform sampler2D visibility;
uniform sampler2D solidDepth;
uniform sampler2D frontDepth;
uniform int ofLiquid;
layout(location = 0) out vec4 visibilityOut;
float depthAt(ivec2 p) {
  return ofLiquid == 1 ? texelFetch(frontDepth, p, 0).r : texelFetch(solidDepth, p, 0).r;
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(visibility, 0) - 1;
  float here = depthAt(at), gap = 0.04 * centre.w;
  vec4 sum = vec4(0.0);
  for (int y = -2; y < 2; ++y)
    for (int x = -2; x < 2; ++x) {
      ivec2 p = clamp(at + ivec2(x, y), ivec2(0), last);
      float w = max(1e-4, 1.0 - abs(depthAt(p) - here) / gap);
      sum += w * vec4(texelFetch(visibility, p, 0).rgb, 1.0);
    }
  visibilityOut = sum / sum.w;
}
