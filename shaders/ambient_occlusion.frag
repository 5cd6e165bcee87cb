#version 410 core
#include "frame.glsl"
// Computes ambient occlusion and soft shadows. Red: visible share of the environment. Green: visible share of
// the sun past solids. Blue: visible share of the sun past liquid.
in vec2 uv;
uniform sampler2D solidDepth;
uniform sampler2D solidNormal;
uniform sampler2D frontDepth;  // depth of the liquid's front [m]; 0 without liquid
uniform sampler2D solidShadow;
uniform sampler2D liquidShadow;
uniform sampler2D liquidNormals;
uniform int ofLiquid;
uniform int hasNormals;  // 1: the liquid is drawn as triangles
uniform int samples;
uniform int occlusion;      // 1: computes ambient occlusion; 0: none
uniform sampler2D liquidColour;  // a: index of the look / 255
uniform vec4 lucidity[32];       // as in liquid_contact.glsl
uniform float liquidClear;  // transmittance of the liquid, 0 .. 1
layout(location = 0) out vec4 visibilityOut;

float liquidOpacity;  // share of ambient light that liquid stops on the way to the point

const mat2 kGolden = mat2(-0.737369, 0.675490, -0.675490, -0.737369);  // rotation by the golden angle

// Returns the depth of the front surface [m] and the surface's opacity for ambient light.
vec2 frontmost(vec2 at) {
  float solid = texture(solidDepth, at).r, front = texture(frontDepth, at).r;
  return front > 0.0 && front < solid ? vec2(front, liquidOpacity) : vec2(solid, 1.0);
}

// Returns a value of a 4 x 4 dither pattern, which ambient_occlusion_blur.frag averages away.
float pattern(ivec2 p) {
  p &= 3;
  return (float(((p.x ^ p.y) & 1) * 8 + (p.y & 1) * 4 + ((p.x ^ p.y) >> 1 & 1) * 2 + (p.y >> 1 & 1)) + 0.5) / 16.0;
}

// Returns the unoccluded share of ambient light by Alchemy ambient obscurance (McGuire et al. 2011).
float ambientVisibility(vec3 p, vec3 n, float turn, vec2 heading, float reach) {
  vec2 spread = reach * eye.w / dot(p - eye.xyz, forward.xyz) / depthRange.zw, border = 0.5 / depthRange.zw;
  float sum = 0.0, blind = 0.002 * centre.w;
  for (int i = 0; i < samples * occlusion; ++i) {
    float a = (float(i) + turn) / float(samples);
    vec2 at = clamp(uv + a * heading * spread, border, 1.0 - border);  // depths beyond the picture are unknown
    heading = kGolden * heading;
    vec2 front = frontmost(at);
    vec3 v = worldAt(at, front.x) - p;
    float d2 = dot(v, v), fade = max(0.0, 1.0 - d2 / (reach * reach));
    sum += front.y * fade * max(0.0, dot(v, n) - blind) / (sqrt(d2) + 0.02 * reach) * a * 2.0;
  }
  return max(0.0, 1.0 - 1.35 * sum / float(samples));
}

// Returns the lit share by percentage-closer soft shadows (Fernando 2005): farther casters blur more widely.
float softShadow(sampler2D map, vec3 p, vec3 n, float bias, float turn, vec2 heading) {
  vec4 q = sunMatrix * vec4(p + n * bias, 1.0);
  vec3 at = q.xyz * 0.5 + 0.5;
  float metre = 1.0 / sunColour.w, here = at.z - 0.5 * bias / tile.w;
  float search = 0.12 * centre.w * metre, blockers = 0.0, distanceSum = 0.0;
  vec2 where = heading;
  int looks = samples / 2;
  for (int i = 0; i < looks; ++i) {
    float z = texture(map, at.xy + search * sqrt((float(i) + 0.5) / float(looks)) * where).r;
    float blocks = step(z, here);
    blockers += blocks;
    distanceSum += blocks * (here - z);
    where = kGolden * where;
  }
  float wide = clamp(distanceSum / max(blockers, 0.5) * tile.w * sunDirection.w * metre, 1.5 / tile.z, search);
  float lit = 0.0;
  for (int i = 0; i < samples; ++i) {
    lit += step(here, texture(map, at.xy + wide * sqrt((float(i) + turn) / float(samples)) * where).r);
    where = kGolden * where;
  }
  bool outside = any(greaterThan(abs(q.xy), vec2(1.0)));
  return outside || blockers < 0.5 ? 1.0 : lit / float(samples);
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float z = ofLiquid == 1 ? texelFetch(frontDepth, at, 0).r : texelFetch(solidDepth, at, 0).r;
  vec3 p = worldAt(uv, z), n;
  
  if (ofLiquid == 1 && hasNormals == 1) {
    n = texelFetch(liquidNormals, at, 0).xyz;
  } else if (ofLiquid == 1) {
    // A slope over one pixel is accurate enough for soft shadows and ambient occlusion.
    vec2 pixel = 1.0 / depthRange.zw;
    vec3 right = worldAt(uv + vec2(pixel.x, 0.0), texelFetch(frontDepth, at + ivec2(1, 0), 0).r) - p;
    vec3 up = worldAt(uv + vec2(0.0, pixel.y), texelFetch(frontDepth, at + ivec2(0, 1), 0).r) - p;
    n = cross(right, up);
    n = dot(right, right) + dot(up, up) < liquid.x * liquid.x ? normalize(n) : normalize(eye.xyz - p);
  } else {
    n = texelFetch(solidNormal, at, 0).xyz;
  }
  // The shader of lucid liquid absorbs the light of a solid behind the liquid, so the solid is not darkened twice.
  float front = texelFetch(frontDepth, at, 0).r;
  int look = int(255.0 * texelFetch(liquidColour, at, 0).a + 0.5);
  liquidOpacity = ofLiquid == 1 ? 1.0 : (1.0 - liquidClear) * (front > 0.0 && front < z ? 1.0 - lucidity[look].r : 1.0);
  float turn = pattern(at + ivec2(tile.xy));
  vec2 heading = vec2(cos(6.2831853 * turn), sin(6.2831853 * turn));
  float skin = 0.002 * sunColour.w, body = 1.5 * liquid.x;
  visibilityOut = vec4(ambientVisibility(p, n, turn, heading, 0.45 * centre.w),
                       softShadow(solidShadow, p, n, ofLiquid == 1 ? body : skin, turn, heading),
                       softShadow(liquidShadow, p, n, ofLiquid == 1 ? 2.0 * body : skin, turn, heading), 1.0);
}
