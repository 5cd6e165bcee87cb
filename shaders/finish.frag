#version 410 core
#include "frame.glsl"
#include "tone.glsl"
// From light to the screen: tone curve, sRGB, and a little noise against banding.
in vec2 uv;
uniform sampler2D light;
layout(location = 0) out vec4 colourOut;

vec3 encode(vec3 c) { return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)); }

void main() {
  vec4 hdr = texelFetch(light, ivec2(gl_FragCoord.xy), 0);
  vec3 colour = encode(film(hdr.rgb));
  ivec2 p = ivec2(gl_FragCoord.xy);
  float noise = fract(52.9829189 * fract(dot(vec2(p) + tile.xy, vec2(0.06711056, 0.00583715))));
  colour += (noise - 0.5) / 255.0;
  // In a transparent picture the floor is nothing but its shadow. Alpha is straight.
  bool shadow = floorColour.w > 0.5 && hdr.a < 0.999;
  colourOut = floorColour.w > 0.5 ? vec4(shadow ? vec3(0.0) : colour, clamp(hdr.a, 0.0, 1.0)) : vec4(colour, 1.0);
}
