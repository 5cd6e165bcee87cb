#version 410 core
#include "frame.glsl"
// Anti-aliases edges of brightness, in the manner of FXAA (Lottes 2009).
in vec2 uv;
uniform sampler2D picture;
layout(location = 0) out vec4 colourOut;
// Returns the colour premultiplied by alpha, so that transparent pixels add no colour to neighbours.
vec4 sampleAt(vec2 at) {
  vec4 c = texture(picture, at);
  return vec4(c.rgb * c.a, c.a);
}
float brightness(vec4 c) { return dot(c.rgb, vec3(0.299, 0.587, 0.114)) + 0.3 * c.a; }
void main() {
  vec2 pixel = 1.0 / vec2(textureSize(picture, 0));
  vec4 here = sampleAt(uv);
  float m = brightness(here);
  float nw = brightness(sampleAt(uv + vec2(-1, 1) * pixel)), ne = brightness(sampleAt(uv + pixel));
  float sw = brightness(sampleAt(uv - pixel)), se = brightness(sampleAt(uv + vec2(1, -1) * pixel));
  float low = min(m, min(min(nw, ne), min(sw, se))), high = max(m, max(max(nw, ne), max(sw, se)));
  if (high - low < max(0.03, 0.1 * high)) {
    colourOut = texture(picture, uv);
    return;
  }
  vec2 along = vec2(sw + se - nw - ne, nw + sw - ne - se);
  float least = max((nw + ne + sw + se) * 0.03, 1.0 / 128.0);
  along = clamp(along / (min(abs(along.x), abs(along.y)) + least), -8.0, 8.0) * pixel;
  vec4 inner = 0.5 * (sampleAt(uv - along / 6.0) + sampleAt(uv + along / 6.0));
  vec4 outer = 0.5 * inner + 0.25 * (sampleAt(uv - along / 2.0) + sampleAt(uv + along / 2.0));
  float b = brightness(outer);
  vec4 smoothed = b < low || b > high ? inner : outer;
  colourOut = vec4(smoothed.rgb / max(smoothed.a, 1e-4), smoothed.a);
}
