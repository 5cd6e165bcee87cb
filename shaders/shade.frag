#version 410 core
#include "frame.glsl"
#include "environment.glsl"
#include "tone_mapping.glsl"
#include "liquid_contact.glsl"
// Lights solids and plain spheres: image-based lighting, sun, ambient occlusion and Fresnel reflection.
// Points keep their colours.
in vec2 uv;
uniform sampler2D solidAlbedo;
uniform sampler2D solidNormal;
uniform sampler2D solidDepth;
uniform sampler2D visibility;
uniform int hasVisibility;
uniform vec3 liquidTint;  // share of light that passes through the liquid, per channel
layout(location = 0) out vec4 colourOut;

const int kMetal = 2, kPoint = 4;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 surface = texelFetch(solidAlbedo, at, 0);
  int kind = int(surface.a * 255.0 + 0.5);
  vec4 shape = texelFetch(solidNormal, at, 0);
  vec3 n = shape.xyz, v = -normalize(viewRay(uv));
  vec3 albedo = surface.rgb * surface.rgb;
  if (kind == kPoint) {
    colourOut = vec4(inverseToneMap(albedo), 1.0);
    return;
  }
  float roughness = shape.w;
  vec3 seen = hasVisibility == 1 ? texelFetch(visibility, at, 0).rgb : vec3(1.0);
  float wet = liquidContact(uv, texelFetch(solidDepth, at, 0).r);
  vec3 sun = sunColour.rgb * seen.g * mix(liquidShadowTint(seen.b, liquidTint), vec3(1.0), wet);

  float mirror = fresnel(kind == kMetal ? 1.0 : 0.04, dot(n, v), roughness);
  vec3 tint = kind == kMetal ? albedo : vec3(1.0);
  vec3 diffuse = diffuseLight(n) * seen.r + sun * max(0.0, dot(n, sunDirection.xyz));
  vec3 colour = (1.0 - mirror) * albedo * diffuse;
  colour += mirror * tint * reflectEnvironment(reflect(-v, n), roughness, seen.r, sun);
  colourOut = vec4(colour, 1.0);
}
