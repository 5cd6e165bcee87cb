#version 410 core
#include "frame.glsl"
#include "environment.glsl"
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
uniform vec4 looks[20];  // two for each of lookRows(): (absorption, scattering [1/m], roughness, f0), (clear 0..1, wrap, glow, -)
layout(location = 0) out vec4 colourOut;

const float kCut = 0.58;  // above a half: the spheres are drawn larger than the liquid is

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec3 here = liquidPosition(at);
  float z = dot(here, forward.xyz);
  if (z > texture(solidDepth, uv).r) discard;
  float inside = hasOutline == 1 ? texture(outline, uv).r : 1.0;
  float ramp = max(fwidth(inside), 0.02);
  float edge = smoothstep(kCut - 0.5 * ramp, kCut + 0.5 * ramp, inside);
  if (edge == 0.0) discard;
  vec4 tint = texelFetch(liquidColour, at, 0);
  vec3 albedo = tint.rgb * tint.rgb;
  int look = int(tint.a * 255.0 + 0.5);
  vec4 body = looks[2 * look], skin = looks[2 * look + 1];

  vec3 n = liquidNormal(at, here), v = -normalize(here), l = sunDirection.xyz;
  if (dot(n, v) < 0.0) n = normalize(n - 1.02 * dot(n, v) * v);
  float facing = clamp(dot(n, v), 0.0, 1.0), thickness = liquidThickness(uv, facing);
  // Where the normal turns within a pixel, the pixel mirrors many directions: none at a grazing angle, and a blurred image.
  float turning = liquid.w > 0.5 ? smoothstep(0.1, 0.4, normalSpread(at, n)) : 0.0, gloss = max(body.z, 0.6 * turning);
  facing = max(facing, 0.6 * turning);
  float whole = mix(1.0, wholeness(thickness), skin.x);
  vec3 seen = hasVisibility == 1 ? texelFetch(visibility, at, 0).rgb : vec3(1.0);
  // Light goes on through clear liquid, so its own shadow is weaker.
  vec3 sun = sunColour.rgb * seen.g * mix(seen.b, 1.0, 0.75 * skin.x);
  float open = mix(seen.r, 1.0, 0.3 * skin.x);
  float clouded = 1.0 - skin.x * exp(-body.y * thickness);
  vec3 through = pow(clamp(albedo, 0.004, 0.96), vec3(body.x * thickness));  // Beer and Lambert

  // Scattered in the body: light that creeps round into the shade, farthest in the body's own colour, and the deeper it
  // scatters the more of it is absorbed on the way out.
  vec3 creep = skin.y * tint.rgb;
  vec3 wrapped = max(vec3(0.0), (dot(n, l) + creep) / (1.0 + creep));
  vec3 scattered = albedo * (diffuseLight(n) * open + sun * wrapped) * mix(vec3(1.0), sqrt(through), skin.x);
  // What shines through from behind, most where the body is thin; the sun gathers on the side that faces away from it.
  vec3 inner = vec3(0.0);
  if (skin.z > 0.0) {
    float forwards = max(0.0, dot(l, -v)), beyond = 0.5 - 0.5 * dot(n, l);
    inner = skin.z * tint.rgb * through * (sun * (0.6 * forwards * forwards + 0.8 * beyond * beyond) + 0.35 * diffuseLight(-n) * open);
  }

  // Refracted from behind.
  vec3 colour = scattered + inner;
  float cover = 1.0;  // of what lies behind, in a transparent picture
  if (skin.x > 0.0) {
    vec2 bend = (viewMatrix * vec4(n, 0.0)).xy;
    // As far as through a drop, whose edge bends light most though it is thin.
    float deep = min(thickness, 0.15 * centre.w) + (1.0 - facing) * 1.5 * liquid.y;
    vec2 uvBehind = clamp(uv - bend * 0.36 * deep * eye.w / z / depthRange.zw, 0.0, 1.0);
    // At the outline hardly any light finds its way straight through.
    float rim = (1.0 - facing) * (1.0 - facing), passes = 1.0 - 0.8 * rim * rim * whole;
    vec4 back = texture(behind, uvBehind);
    colour = mix(back.rgb * through * passes, scattered, clouded) + inner;
    cover -= (1.0 - back.a) * passes * (1.0 - clouded) * dot(through, vec3(1.0 / 3.0));
  }

  // Mirrored at the surface.
  float mirror = fresnel(body.w, facing, body.z) * whole;
  vec3 away = reflect(-v, n), mirrorImage = mirrored(away, gloss, mix(seen.r, 1.0, 0.35), sun);
  if (liquid.w > 0.5) mirrorImage = withFloor(mirrorImage, here, away, seen.r);
  // A ray that only grazes the outline goes on to what lies behind it.
  float grazing = (1.0 - facing) * (1.0 - facing);
  mirrorImage = mix(mirrorImage, texture(behind, uv).rgb, grazing * grazing);
  colour = mix(colour, mirrorImage, mirror);
  colourOut = vec4(colour, max(cover, mirror)) * edge;
}
