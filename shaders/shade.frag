#version 410 core
#include "frame.glsl"
#include "studio.glsl"
// Lights the floor, the solids and plain spheres; behind them the backdrop.
in vec2 uv;
uniform sampler2D solidAlbedo;
uniform sampler2D solidNormal;
uniform sampler2D solidDepth;
uniform sampler2D visibility;
uniform int hasVisibility;
uniform vec3 liquidTint;  // of the light that liquid lets through
layout(location = 0) out vec4 colourOut;

const int kFloor = 0, kPlaster = 1, kMetal = 2, kSphere = 3;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float d = texelFetch(solidDepth, at, 0).r;
  vec3 ray = viewRay(uv);
  if (d == 1.0) {
    colourOut = vec4(backdrop(ray), 1.0 - floorColour.w);
    return;
  }
  vec4 surface = texelFetch(solidAlbedo, at, 0), shape = texelFetch(solidNormal, at, 0);
  vec3 p = eye.xyz + linearDepth(d) * ray, n = shape.xyz, v = -normalize(ray);
  vec3 albedo = surface.rgb * surface.rgb;
  float roughness = shape.w;
  int kind = int(surface.a * 255.0 + 0.5);
  vec3 seen = hasVisibility == 1 ? texelFetch(visibility, at, 0).rgb : vec3(1.0);
  vec3 sun = sunColour.rgb * seen.g * mix(liquidTint, vec3(1.0), seen.b);

  float nl = max(0.0, dot(n, sunDirection.xyz));
  vec3 diffuse = albedo * (studioIrradiance(n) * seen.r + sun * nl);
  float f0 = kind == kMetal ? 0.55 : 0.04;
  float mirror = fresnel(f0, dot(n, v)) * (1.0 - 0.7 * roughness);
  vec3 colour = kind == kMetal ? diffuse * 0.4 : diffuse;
  if (kind != kFloor) {
    vec3 tint = kind == kMetal ? albedo : vec3(1.0);
    colour = mix(colour, studioRadiance(reflect(-v, n), roughness) * seen.r * tint, mirror);
    colour += tint * sun * 0.6 * f0 * highlight(n, v, sunDirection.xyz, roughness);
    colourOut = vec4(colour, 1.0);
    return;
  }
  // The floor goes over into the backdrop with distance, so that the studio has no horizon.
  float away = length(p - centre.xyz) / backdropHigh.w;
  float far = smoothstep(0.15, 1.0, away);
  colour *= mix(1.0, 0.45, smoothstep(0.12, 0.7, away));  // the edge of the pool of light
  float lit = dot(seen.r * studioIrradiance(n) + sun * nl, vec3(1.0)) /
              dot(studioIrradiance(n) + sunColour.rgb * nl, vec3(1.0));
  colourOut = vec4(mix(colour, backdrop(ray), far), floorColour.w > 0.5 ? (1.0 - lit) * (1.0 - far) : 1.0);
}
