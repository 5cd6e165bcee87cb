#version 410 core
#include "frame.glsl"
// Smooths the depth of the sphere impostors in one direction, by the narrow-range filter (Truong and Yuksel
// 2018). The Gaussian over depth neither bleeds over a gap in depth nor bends a surface towards a background
// far behind.
in vec2 uv;
uniform sampler2D depthMap;
uniform ivec2 direction;  // step to the next sample: (1, 0) or (0, 1) [pixels]
uniform float reach;      // standard deviation of the filter [m]
layout(location = 0) out vec4 depthOut;

const int kMostTaps = 80;  // most samples to each side; a wider filter takes longer strides

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(depthMap, 0) - 1;
  float z = texelFetch(depthMap, at, 0).r;
  // Pixels beside the liquid run too, for the derivatives of their neighbours. At depth 0 sigma would be
  // infinite, and the loop might never end.
  if (z == 0.0) {
    depthOut = vec4(0.0);
    return;
  }
  // sigma: standard deviation [pixels]
  float sigma = max(0.6, reach * eye.w * float(last.y + 1) / (depthRange.w * z));
  int taps = int(ceil(2.2 * min(sigma, 1e4)));
  int stride = (taps + kMostTaps - 1) / kMostTaps;
  float margin = liquid.x;     // greatest depth behind this pixel at which a neighbour counts [m]
  float gap = 6.0 * liquid.x;  // step in depth that separates two pieces of liquid [m]
  float sum = z, weights = 1.0, fall = -0.5 / (sigma * sigma);
  for (int i = stride; i <= taps; i += stride) {
    ivec2 a = clamp(at + i * direction, ivec2(0), last), b = clamp(at - i * direction, ivec2(0), last);
    float za = texelFetch(depthMap, a, 0).r, zb = texelFetch(depthMap, b, 0).r;
    za = za == 0.0 ? 1e9 : za;
    zb = zb == 0.0 ? 1e9 : zb;
    // Take both neighbours or neither: a one-sided sum would tilt the surface.
    float w = min(za, zb) < z - gap ? 0.0 : exp(fall * float(i * i));
    za = za > z + gap ? z + margin : za;
    zb = zb > z + gap ? z + margin : zb;
    sum += w * (za + zb);
    weights += 2.0 * w;
  }
  depthOut = vec4(sum / weights);
}
