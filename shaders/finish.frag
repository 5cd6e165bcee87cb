#version 410 core
#include "frame.glsl"
#include "tone_mapping.glsl"
// Converts light to screen colours: exposure, vignette, tone mapping, sRGB, and dithering against banding.
in vec2 uv;
uniform sampler2D light;
layout(location = 0) out vec4 colourOut;

// Encodes linear light as sRGB, within a tenth of a level of eight bits. Roots are cheaper than powers.
vec3 encode(vec3 c) {
  vec3 root = sqrt(c);
  return mix(0.8338 * root + 0.2981 * sqrt(root) - 0.0551 * c - 0.0769, 12.92 * c, lessThan(c, vec3(0.0031308)));
}

void main() {
  vec4 hdr = texelFetch(light, ivec2(gl_FragCoord.xy), 0);
  bool transparent = floorColour.w > 0.5;
  vec3 ray = viewRay(uv);
  // Light is premultiplied by alpha, but a picture has straight alpha.
  vec3 colour = transparent ? hdr.rgb / max(hdr.a, 1e-4) : hdr.rgb;
  colour = encode(toneMap(colour * mix(1.0, 1.0 / dot(ray, ray), film.y)));
  float noise = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy) + tile.xy, vec2(0.06711056, 0.00583715))));
  colourOut = vec4(colour + (noise - 0.5) / 255.0, transparent ? clamp(hdr.a, 0.0, 1.0) : 1.0);
}
