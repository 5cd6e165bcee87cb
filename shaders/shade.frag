#version 410 core
#include "frame.glsl"
#include "studio.glsl"
#include "tone.glsl"
// Lights solids and plain spheres; points keep their colours.
in vec2 uv;
uniform sampler2D solidAlbedo;
uniform sampler2D solidNormal;
uniform sampler2D solidDepth;
uniform sampler2D visibility;
uniform int hasVisibility;
uniform vec3 liquidTint;  // of the light that liquid lets through
layout(location = 0) out vec4 colourOut;

const int kMetal = 2, kPoint = 4;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 surface = texelFetch(solidAlbedo, at, 0);
  int kind = int(surface.a * 255.0 + 0.5);
  vec4 shape = texelFetch(solidNormal, at, 0);
  vec3 ray = viewRay(uv), n = shape.xyz, v = -normalize(ray);
  vec3 albedo = surface.rgb * surface.rgb;
  if (kind == kPoint) {
    colourOut = vec4(lightOf(albedo), 1.0);
    return;
  }
  float roughness = shape.w;
  vec3 seen = hasVisibility == 1 ? texelFetch(visibility, at, 0).rgb : vec3(1.0);
  vec3 sun = sunColour.rgb * seen.g * mix(liquidTint, vec3(1.0), seen.b);

  vec3 diffuse = albedo * (studioIrradiance(n) * seen.r + sun * max(0.0, dot(n, sunDirection.xyz)));
  float f0 = kind == kMetal ? 0.55 : 0.04;
  float mirror = fresnel(f0, dot(n, v)) * (1.0 - 0.7 * roughness);
  vec3 tint = kind == kMetal ? albedo : vec3(1.0);
  vec3 colour = kind == kMetal ? diffuse * 0.4 : diffuse;
  colour = mix(colour, studioRadiance(reflect(-v, n), roughness) * seen.r * tint, mirror);
  colour += tint * sun * 0.6 * f0 * highlight(n, v, sunDirection.xyz, roughness);
  colourOut = vec4(colour, 1.0);
}
