#version 410 core
#include "frame.glsl"
// From light to the screen: exposure, tone curve, sRGB, and a little noise against banding.
in vec2 uv;
uniform sampler2D light;
layout(location = 0) out vec4 colourOut;

// Keeps hues: the brightest channel bends towards 1 and takes the others along, then what was far too bright goes
// towards white, as film does. Below kBend colours stay what they are. In the manner of Khronos's PBR Neutral (2024).
const float kBend = 0.72, kBleach = 0.12;
vec3 toned(vec3 x) {
  float peak = max(x.r, max(x.g, x.b));
  if (peak <= kBend) return x;
  float room = 1.0 - kBend, over = peak - kBend, bent = kBend + room * over / (over + room);
  return mix(vec3(bent), x * (bent / peak), 1.0 / (1.0 + kBleach * (peak - bent)));
}
// sRGB within a tenth of a level of eight bits, by roots, which are cheaper than powers.
vec3 encode(vec3 c) {
  vec3 root = sqrt(c);
  return mix(0.8338 * root + 0.2981 * sqrt(root) - 0.0551 * c - 0.0769, 12.92 * c, lessThan(c, vec3(0.0031308)));
}

void main() {
  vec4 hdr = texture(light, uv);
  bool transparent = floorColour.w > 0.5;
  vec3 ray = viewRay(uv);
  // Light comes multiplied by alpha; in a picture alpha is straight.
  vec3 colour = transparent ? hdr.rgb / max(hdr.a, 1e-4) : hdr.rgb;
  colour = encode(toned(colour * film.x * mix(1.0, 1.0 / dot(ray, ray), film.y)));
  float noise = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy) + tile.xy, vec2(0.06711056, 0.00583715))));
  colourOut = vec4(colour + (noise - 0.5) / 255.0, transparent ? clamp(hdr.a, 0.0, 1.0) : 1.0);
}
