#version 410 core
#include "frame.glsl"
// Blurs the coverage of the sphere impostors, one direction at a time. liquid_light.glsl cuts the liquid off
// below kOutlineThreshold: that turns the scalloped outline of overlapping spheres into a smooth outline.
in vec2 uv;
uniform sampler2D sphereDepth;  // horizontal pass: depth of the spheres, compared with the solids' depth
uniform sampler2D solidDepth;
uniform sampler2D blurred;      // vertical pass: result of the horizontal pass
uniform int vertical;
uniform float reach;            // standard deviation of the blur [pixels of this target]
layout(location = 0) out vec4 coverOut;

float cover(vec2 at) {
  if (vertical == 1) return texture(blurred, at).r;
  float z = texture(sphereDepth, at).r;
  return z > 0.0 && z <= texture(solidDepth, at).r ? 1.0 : 0.0;
}

void main() {
  vec2 pixel = (vertical == 1 ? vec2(0, 1) : vec2(1, 0)) / vec2(textureSize(blurred, 0));
  float sum = cover(uv), weights = 1.0, fall = -0.5 / (reach * reach);
  int taps = clamp(int(ceil(2.0 * reach)), 1, 24);
  for (int i = 1; i <= taps; ++i) {
    float w = exp(fall * float(i * i));
    sum += w * (cover(uv + float(i) * pixel) + cover(uv - float(i) * pixel));
    weights += 2.0 * w;
  }
  coverOut = vec4(sum / weights);
}
