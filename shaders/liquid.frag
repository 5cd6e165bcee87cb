#version 410 core
#include "frame.glsl"
#include "studio.glsl"
#include "liquid_surface.glsl"
// Lights the liquid. Premultiplied by how much of the pixel it covers.
in vec2 uv;
uniform sampler2D liquidColour;
uniform sampler2D behind;
uniform sampler2D solidDepth;
uniform sampler2D visibility;
uniform sampler2D outline;
uniform int hasVisibility;
uniform int hasOutline;
uniform vec4 looks[18];  // two for each of lookRows(): (absorption, scattering [1/m], roughness, f0), (clear 0..1, wrap, glow, -)
layout(location = 0) out vec4 colourOut;

const float kCut = 0.58;  // above a half: the spheres are drawn larger than the liquid is

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec3 here = liquidPosition(at);
  float z = dot(here, forward.xyz);
  if (z > texture(solidDepth, uv).r) discard;
  float cover = hasOutline == 1 ? texture(outline, uv).r : 1.0;
  float ramp = max(fwidth(cover), 0.02);
  float edge = smoothstep(kCut - 0.5 * ramp, kCut + 0.5 * ramp, cover);
  if (edge == 0.0) discard;
  vec4 tint = texelFetch(liquidColour, at, 0);
  vec3 albedo = tint.rgb * tint.rgb;
  int look = int(tint.a * 255.0 + 0.5);
  vec4 body = looks[2 * look], skin = looks[2 * look + 1];

  vec3 n = liquidNormal(at, here), v = -normalize(here), l = sunDirection.xyz;
  if (dot(n, v) < 0.0) n = normalize(n - 1.02 * dot(n, v) * v);
  float facing = clamp(dot(n, v), 0.0, 1.0), thickness = liquidThickness(uv, facing);
  vec3 seen = hasVisibility == 1 ? texelFetch(visibility, at, 0).rgb : vec3(1.0);
  // Light goes on through clear liquid, so its own shadow is weaker.
  float own = mix(seen.b, 1.0, 0.75 * skin.x);
  vec3 sun = sunColour.rgb * seen.g * own;
  float open = mix(seen.r, 1.0, 0.3 * skin.x);

  // Scattered in the body: wrapped light, and what shines through where it is thin.
  float nl = dot(n, l);
  float wrapped = max(0.0, (nl + skin.y) / (1.0 + skin.y));
  vec3 absorb = -log(clamp(albedo, 0.004, 0.96)) * body.x;
  vec3 through = exp(-absorb * thickness);
  float back = pow(max(0.0, dot(-v, normalize(l + 0.4 * n))), 3.0);
  vec3 scattered = albedo * (studioIrradiance(n) * open + sun * wrapped);
  scattered += skin.z * through * (sun * (0.35 * back + 0.25 * (0.5 - 0.5 * nl) * (1.0 - nl)) + 0.2 * studioIrradiance(-n) * open);

  // Refracted from behind.
  vec3 colour = scattered;
  if (skin.x > 0.0) {
    vec2 bend = (viewMatrix * vec4(n, 0.0)).xy;
    vec2 uvBehind = clamp(uv - bend * 0.22 * min(thickness, 0.15 * centre.w) * eye.w / z / depthRange.zw, 0.0, 1.0);
    // Towards the outline less and less light finds its way straight through.
    float passes = 1.0 - 0.55 * (1.0 - facing) * (1.0 - facing);
    vec3 passed = texture(behind, uvBehind).rgb * through * passes;
    float clouded = 1.0 - skin.x * exp(-body.y * thickness);
    colour = mix(passed, scattered, clouded);
  }

  // Mirrored at the surface.
  float mirror = fresnel(body.w, facing) * (1.0 - 0.75 * body.z);
  colour = mix(colour, studioRadiance(reflect(-v, n), body.z) * mix(seen.r, 1.0, 0.35), mirror);
  colour += sun * body.w * highlight(n, v, l, max(body.z, 0.06));
  colourOut = vec4(colour, 1.0) * edge;
}
