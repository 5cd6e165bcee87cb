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
uniform sampler2D evenThickness;  // the thickness, blurred where it is of triangles
uniform int hasVisibility;
uniform int hasOutline;
uniform vec4 looks[64];  // two for each row of a LookList: (absorption, scattering [1/m], roughness, f0), (clear 0..1, wrap, glow, deepest)
layout(location = 0) out vec4 colourOut;

const float kCut = 0.58;  // above a half: the spheres are drawn larger than the liquid is

// How a ray bends at the surface.
struct Bend {
  vec3 sideways;                   // unit, across the view and away from where the ray bends to
  float cosInside;                 // between ray and normal, inside
  float sinOnce, cosOnce;          // by how much it turns on its way in
  float sinTwice, cosTwice;        // and through a drop or thread, in and out
  float squeeze;                   // change of the angle inside with the one outside
};

Bend bentAt(vec3 n, vec3 v, float facing, float f0) {
  Bend bend;
  float root = sqrt(f0), index = (1.0 + root) / (1.0 - root);
  float sine = sqrt(max(0.0, 1.0 - facing * facing)), sinInside = sine / index;
  bend.sideways = sine > 1e-3 ? (n - facing * v) / sine : vec3(0.0);
  bend.cosInside = sqrt(1.0 - sinInside * sinInside);
  bend.sinOnce = sine * bend.cosInside - facing * sinInside;
  bend.cosOnce = facing * bend.cosInside + sine * sinInside;
  bend.squeeze = facing / (index * bend.cosInside);
  bend.sinTwice = 2.0 * bend.sinOnce * bend.cosOnce;
  bend.cosTwice = bend.cosOnce * bend.cosOnce - bend.sinOnce * bend.sinOnce;
  return bend;
}

// Of all that a filtered look at the picture would mix.
float nearestSolid(vec2 at) {
  vec4 depths = textureGather(solidDepth, at);
  return min(min(depths.x, depths.y), min(depths.z, depths.w));
}

// Light of what lies behind the liquid. Rays that turn little end where the picture shows it; others leave the picture, so
// they see the surroundings. a: 0 where a transparent picture has nothing.
vec4 refracted(vec3 here, float z, float thickness, float gap, Bend bend, float spread, float turning, float gloss, float rough, float clear) {
  // Where the normal turns within a pixel, its one direction would tell of chance only.
  vec2 sideways = -(viewMatrix * vec4(bend.sideways, 0.0)).xy * (1.0 - 0.8 * turning) * eye.w / z / depthRange.zw;
  float entry = 0.5 * thickness * bend.sinOnce / bend.cosOnce, most = 0.3 * centre.w, reach = min(gap, most);
  vec2 uvBehind = uv + sideways * min(entry + reach * bend.sinTwice, most);
  // No farther than to what stands there.
  float there = nearestSolid(uvBehind);
  reach = min(reach, max(there - z - thickness, 0.0));
  uvBehind = clamp(uv + sideways * min(entry + reach * bend.sinTwice, most), 0.0, 1.0);
  there = nearestSolid(uvBehind);
  if (there < z - liquid.y) uvBehind = uv;  // that stands in front
  // Of what is seen within one pixel a single place would tell of chance only.
  float crowd = spread * 2.0 * (1.0 - bend.squeeze) * reach * eye.w / z;
  // A rough surface strews what goes through it, the farther behind the wider.
  crowd += 0.6 * rough * rough * (thickness + min(gap, most)) * eye.w / z;
  vec4 back = textureLod(behind, uvBehind, log2(max(1.0, crowd)));
  float leaves = bend.cosTwice < 0.0 ? 1.0 : smoothstep(0.1, 0.5, bend.sinTwice);
  leaves *= smoothstep(0.1, 0.8, (there - z) / centre.w) * (1.0 - 0.7 * turning) * sqrt(clear);
  if (leaves == 0.0 || floorColour.w > 0.5) return back;
  vec3 ray = normalize(here), d = ray * bend.cosTwice - bend.sideways * bend.sinTwice;
  vec4 around = environmentAt(d, floor(4.0 * gloss + 0.5));
  vec3 light = around.rgb + min(around.a, 1.0) * sunColour.rgb;
  light = withFloor(light, here, d, 1.0);
  vec2 beside = (viewMatrix * vec4(d, 0.0)).xy * vec2(1.0, 0.7);
  light = max(light + irradiance[0].w * clear * smoothstep(0.25, 0.75, length(beside)) * (1.0 + 0.5 * beside.y), 0.1 * light);
  return mix(back, vec4(light, 1.0), leaves);
}

// How much of its pixel the liquid covers, told from how far within its outline the pixel lies, in pixels. Where a body is
// round, its chord c at an angle whose cosine is f lies c f / 4 within the outline.
float coverOfPixel(float z, float facing, float chord) {
  return smoothstep(0.0, 1.0, 0.25 * chord * facing / max(1.0 - facing, 1e-3) * eye.w / z);
}

// Where two liquids share a pixel, surface_front.frag tells how much of it the other one has.
void mixAtBorder(ivec2 at, inout vec4 body, inout vec4 skin) {
  float told = texelFetch(liquidNormals, at, 0).a, share = fract(told);
  if (share == 0.0) return;
  int other = int(told);
  body = mix(body, looks[2 * other], share);
  skin = mix(skin, looks[2 * other + 1], share);
}

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
  if (hasNormals == 1) mixAtBorder(at, body, skin);

  vec3 n = liquidNormal(at, here), v = -normalize(here), l = sunDirection.xyz;
  if (dot(n, v) < 0.0) n = normalize(n - 1.02 * dot(n, v) * v);
  float facing = clamp(dot(n, v), 0.0, 1.0), straight = liquidThickness(uv, facing);
  float deep = hasNormals == 1 ? max(texture(evenThickness, uv).r, 0.02 * liquid.y) : straight;
  // Where the normal turns within a pixel, the pixel mirrors many directions: none at a grazing angle, and a blurred image.
  bool atOutline;
  float spread = normalSpread(at, n, atOutline);
  float turning = smoothstep(0.1, 0.4, spread), gloss = max(max(body.z, liquid.w > 0.5 ? 0.0 : 0.15), 0.6 * turning);
  Bend bend = bentAt(n, v, facing, body.w);
  float gap = max(0.0, (texture(solidDepth, uv).r - z) * length(here) / z - deep);  // of air behind the liquid
  // Of a film on something a bent ray crosses less than a straight one would.
  float free = smoothstep(0.0, 4.0 * liquid.y, gap), covered = 1.0;
  if (atOutline) covered = coverOfPixel(z, facing, straight);
  float thickness = deep * mix(facing / bend.cosInside, 1.0, free);
  facing = max(facing, 0.6 * turning);
  float whole = mix(1.0, wholeness(straight), skin.x);
  vec3 seen = hasVisibility == 1 ? texelFetch(visibility, at, 0).rgb : vec3(1.0);
  // Light goes on through clear liquid, so its own shadow is weaker.
  vec3 sun = sunColour.rgb * seen.g * mix(seen.b, 1.0, 0.75 * skin.x);
  float open = mix(seen.r, 1.0, 0.3 * skin.x);
  float clouded = 1.0 - skin.x * exp(-body.y * thickness);
  // depthOfColour(), looks.h
  vec3 through = pow(clamp(albedo, 0.004, 0.96), vec3(skin.w * (1.0 - exp(-body.x * thickness / skin.w))));
  // What lies in the liquid is lit through it too.
  vec3 twice = mix(sqrt(through), vec3(1.0), free);

  // Scattered in the body: light that creeps round into the shade, farthest in the body's own colour, and the deeper it
  // scatters the more of it is absorbed on the way out.
  vec3 creep = skin.y * tint.rgb;
  vec3 wrapped = max(vec3(0.0), (dot(n, l) + creep) / (1.0 + creep));
  vec3 scattered = albedo * (diffuseLight(n) * open + sun * wrapped) * mix(vec3(1.0), sqrt(through), skin.x);
  // What shines through from behind, as far as there is a body to scatter it; the sun gathers on the side that faces away
  // from it.
  vec3 inner = vec3(0.0);
  if (skin.z > 0.0) {
    float forwards = max(0.0, dot(l, -v)), beyond = 0.5 - 0.5 * dot(n, l);
    inner = skin.z * tint.rgb * through * (sun * (0.6 * forwards * forwards + 0.8 * beyond * beyond) + 0.35 * diffuseLight(-n) * open);
    inner *= 1.0 - exp(-3.0 * body.x * thickness);
  }

  // Refracted from behind.
  vec3 colour = scattered + inner;
  float cover = 1.0;  // of what lies behind, in a transparent picture
  if (skin.x > 0.0) {
    // Colour tells a liquid from its background anyway, and what it absorbs does not reach its rim.
    float clear = 1.0 / (1.0 + 0.12 * body.x);
    vec4 back = refracted(here, z, deep, gap, bend, spread, turning, gloss, body.z, clear);
    colour = mix(back.rgb * through * twice, scattered, clouded) + inner;
    cover -= (1.0 - back.a) * (1.0 - clouded) * dot(through, vec3(1.0 / 3.0));
  }

  // Mirrored at the surface.
  float mirror = fresnel(body.w, facing, body.z) * whole;
  vec3 away = reflect(-v, n), mirrorImage = mirrored(away, gloss, mix(seen.r, 1.0, 0.35), sun);
  if (liquid.w > 0.5) mirrorImage = withFloor(mirrorImage, here, away, seen.r);
  // A ray that only grazes the outline goes on to what lies behind it.
  float grazing = (1.0 - facing) * (1.0 - facing);
  vec4 beyond = texture(behind, uv);
  mirrorImage = mix(mirrorImage, beyond.rgb, grazing * grazing);
  colour = mix(colour, mirrorImage, mirror);
  colourOut = mix(beyond, vec4(colour, max(cover, mirror)), covered) * edge;
}
