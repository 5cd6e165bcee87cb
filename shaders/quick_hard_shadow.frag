#version 410 core
#include "frame.glsl"
// Computes the visibility of the sun from the liquid at quality 0: hard shadows, without ambient occlusion.
// Channels are those of ambient_occlusion.frag.
in vec2 uv;
uniform sampler2D frontDepth;
uniform sampler2DShadow solidShadow;
uniform sampler2DShadow liquidShadow;
layout(location = 0) out vec4 visibilityOut;
void main() {
  vec3 p = worldAt(uv, texelFetch(frontDepth, ivec2(gl_FragCoord.xy), 0).r);
  vec3 at = (sunMatrix * vec4(p + 1.5 * liquid.x * sunDirection.xyz, 1.0)).xyz * 0.5 + 0.5;
  vec3 deeper = at - vec3(0.0, 0.0, liquid.x / tile.w);
  bool outside = any(greaterThan(abs(at.xy - 0.5), vec2(0.5)));
  visibilityOut = outside ? vec4(1.0) : vec4(1.0, texture(solidShadow, at), texture(liquidShadow, deeper), 1.0);
}
