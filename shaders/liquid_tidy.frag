#version 410 core
#include "frame.glsl"
// Smooths the depth by a small round average, after liquid_smooth.frag: a filter along rows and columns
// leaves streaks.
in vec2 uv;
uniform sampler2D depthMap;
uniform float reach;  // standard deviation of the average [m]
layout(location = 0) out vec4 depthOut;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(depthMap, 0) - 1;
  float z = texelFetch(depthMap, at, 0).r, sigma = max(0.7, reach * eye.w * float(last.y + 1) / (depthRange.w * z)), gap = 2.0 * liquid.x;
  float apart = max(1.0, 0.8 * sigma);  // distance between the 5 x 5 samples [pixels]
  float sum = 0.0, weights = 0.0;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x) {
      vec2 offset = apart * vec2(x, y);
      float other = texelFetch(depthMap, clamp(at + ivec2(round(offset)), ivec2(0), last), 0).r;
      float w = exp(-0.5 * dot(offset, offset) / (sigma * sigma));
      w *= other > 0.0 && abs(other - z) < gap ? 1.0 : 0.0;
      sum += w * other;
      weights += w;
    }
  depthOut = vec4(sum / weights);
}
