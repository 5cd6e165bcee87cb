#version 410 core
#include "frame.glsl"
// Blurs the liquid's thickness along the surface, one direction at a time, weighted by depth (bilateral).
// The thickness has a step where a sheet ends behind another sheet. A clear body refracts light and would not
// show that step.
in vec2 uv;
uniform sampler2D thicknessMap;
uniform sampler2D liquidDepth;
uniform vec2 stride;  // step from one pixel of this target to the next, in uv
layout(location = 0) out vec4 thicknessOut;

const float kReach = 0.8;  // standard deviation of the blur [rest spacings]
const int kMostTaps = 3;  // most samples to each side; a wider blur takes longer strides

void main() {
  float z = texture(liquidDepth, uv).r;
  // Extend the blur by a pixel beyond the liquid, for filtered texture reads at the outline.
  float sigma = z > 0.0 ? kReach * liquid.y * 0.5 * eye.w / z : 0.5;
  float apart = z > 0.0 ? max(1.0, 2.0 * sigma / float(kMostTaps)) : 1.0;
  int taps = z > 0.0 ? kMostTaps : 1;
  // At an outline a pixel may miss the front of a drop, and its sum of depths is then the distance of the back.
  float sane = min(texture(thicknessMap, uv - stride).r, texture(thicknessMap, uv + stride).r);
  float sum = 0.0, weights = 0.0, near = -1.0 / (16.0 * liquid.y * liquid.y), fall = -0.5 * apart * apart / (sigma * sigma);
  for (int i = -taps; i <= taps; ++i) {
    vec2 at = uv + float(i) * apart * stride;
    float other = texture(liquidDepth, at).r;
    if (other == 0.0) continue;
    float step = z > 0.0 ? other - z : 0.0, w = exp(fall * float(i * i) + near * step * step);
    float thickness = texture(thicknessMap, at).r;
    if (thickness > 0.9 * other && sane < 0.5 * thickness) continue;
    sum += w * thickness;
    weights += w;
  }
  thicknessOut = vec4(weights > 0.0 ? sum / weights : 0.0);
}
