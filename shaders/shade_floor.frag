#version 410 core
#include "frame.glsl"
#include "environment.glsl"
#include "liquid_contact.glsl"
// Lights the floor, which fades into the backdrop with distance.
in vec2 uv;
uniform sampler2D solidDepth;
uniform sampler2D visibility;
uniform int hasVisibility;
uniform vec3 liquidTint;  // share of light that passes through the liquid, per channel
layout(location = 0) out vec4 colourOut;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec3 ray = viewRay(uv);
  float away = length(eye.xyz + texelFetch(solidDepth, at, 0).r * ray - litFloor.xyz) / litFloor.w;
  vec3 seen = hasVisibility == 1 ? texelFetch(visibility, at, 0).rgb : vec3(1.0);

  vec3 ambient = diffuseLight(vec3(0, 1, 0)), direct = sunColour.rgb * sunDirection.y;
  float wet = liquidContact(uv, texelFetch(solidDepth, at, 0).r);
  vec3 light = ambient * seen.r + direct * seen.g * mix(liquidShadowTint(seen.b, liquidTint), vec3(1.0), wet);
  colourOut = vec4(floorLight(ray, away, light), 1.0);
  if (floorColour.w > 0.5) {
    // In a transparent picture the floor shows only the shadow.
    float lit = dot(light, vec3(1.0)) / dot(ambient + direct, vec3(1.0));
    colourOut = vec4(vec3(0.0), max(0.0, 1.0 - lit) * (1.0 - farFloor(away)));
  }
}
