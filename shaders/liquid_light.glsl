// Lights the liquid. Premultiplied by how much of the pixel it covers. Of several liquids: PARTED lights the surface of all
// of them, WITHIN what lies within it, and QUICK without mirror and lens.
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

#if defined(PARTED) || defined(WITHIN)
uniform sampler2D innerThickness;  // of the liquids within the other one, along the ray [m]; a channel for each
uniform sampler2D innerLight;      // PARTED: they before what lies behind
uniform sampler2D innerDepth;      // PARTED: of the nearest of them
uniform sampler2D innerColour;
uniform sampler2D outerDepth;      // WITHIN: of the surface of all liquids
uniform vec4 partOfLook[32];       // x: which of them a look is of; -1: of the liquid round them
uniform vec4 parts[5];             // of that liquid, then of those within: linear albedo, index of the look

uniform int manyParts;             // within it, if more than one; else 0

// How much of each the ray crosses.
struct Lengths {
  float around;
  vec4 within;
};

// Shares of the thickness of all of them, which is smoother than their own are.
Lengths lengthsOf(vec2 place, float deep) {
  vec4 within = max(texture(innerThickness, place), vec4(0.0));
  float sum = dot(within, vec4(1.0)), whole = max(texture(thicknessMap, place).r, sum);
  within *= deep / max(whole, 1e-6);
  return Lengths(max(0.0, deep - dot(within, vec4(1.0))), within);
}

int partOf(int look) { return int(partOfLook[look].x); }

float lengthIn(Lengths lengths, int part) { return part < 0 ? lengths.around : lengths.within[part]; }

// What is left of light that goes through one of them.
vec3 throughPart(Lengths lengths, int part) {
  vec4 known = parts[part + 1], body = looks[2 * int(known.a)], skin = looks[2 * int(known.a) + 1];
  float x = lengthIn(lengths, part);
  return pow(clamp(known.rgb, 0.004, 0.96), vec3(skin.w * (1.0 - exp(-body.x * x / skin.w))));
}

// The same of all that are not drawn for themselves where this one is: around it there is one that comes before it, and in
// that one the others are drawn already.
vec3 throughOthers(Lengths lengths, int part) {
  vec3 left = vec3(1.0);
  if (part < 0) return left;
#ifdef PARTED
  left = throughPart(lengths, -1);
#endif
  for (int i = 0; i < manyParts; ++i)
    if (i != part && lengths.within[i] > 0.0) left *= throughPart(lengths, i);
  return left;
}
#endif

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

// How far what lies behind is displaced in the picture, per metre of depth and tangent of the angle by which the ray turns.
vec2 displacement(Bend bend, float turning, float z) {
  // Where the normal turns within a pixel, its one direction would tell of chance only.
  return -(viewMatrix * vec4(bend.sideways, 0.0)).xy * (1.0 - 0.8 * turning) * eye.w / z / depthRange.zw;
}

#ifdef PARTED
const float kShallow = 0.12;  // of the thickness

// Where the bent ray meets a liquid within this one: its place in the picture, and its depth; 0 if it meets none. It is followed a
// short way only: so waves bend what lies within, what touches a wall of glass stays where it is, and no body is cut off
// where in the picture a nearer one hides it.
vec3 metWithin(float z, float deep, Bend bend, float turning) {
  vec2 sideways = displacement(bend, turning, z) * bend.sinOnce / bend.cosOnce;
  float straight = texture(innerDepth, uv).r, along = kShallow * deep;
  if (straight > 0.0) along = min(along, straight - z);
  vec2 place = clamp(uv + along * sideways, 0.0, 1.0);
  float there = texture(innerDepth, place).r;
  return there > 0.0 && (straight > 0.0 || there - z >= 0.5 * along) ? vec3(place, there) : vec3(uv, 0.0);
}
#endif

// Light of what lies behind the liquid. Rays that turn little end where the picture shows it; others leave the picture, so
// they see the surroundings. a: 0 where a transparent picture has nothing.
vec4 refracted(vec3 here, float z, float thickness, float gap, Bend bend, float spread, float turning, float gloss, float rough, float clear) {
  vec2 sideways = displacement(bend, turning, z);
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
#ifdef WITHIN
  return back;  // it goes on through the other liquid
#endif
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
#ifdef WITHIN
  if (z == 0.0) discard;
  float outer = texelFetch(outerDepth, at, 0).r;
#endif
  if (z > texture(solidDepth, uv).r) discard;
  float inside = hasOutline == 1 ? texture(outline, uv).r : 1.0;
  float ramp = max(fwidth(inside), 0.02);
  float edge = smoothstep(kCut - 0.5 * ramp, kCut + 0.5 * ramp, inside);
  if (edge == 0.0) discard;
  vec4 tint = texelFetch(liquidColour, at, 0);
  vec3 albedo = tint.rgb * tint.rgb;
  int look = int(tint.a * 255.0 + 0.5);
  vec4 body = looks[2 * look], skin = looks[2 * look + 1];
#ifdef PARTED
  // Either side of a border has all liquids that a ray crosses, so nothing is left to be mixed; of colours between the two none is known.
  if (fract(texelFetch(liquidNormals, at, 0).a) > 0.0) albedo = parts[partOf(look) + 1].rgb, tint.rgb = sqrt(albedo);
#else
  if (hasNormals == 1) mixAtBorder(at, body, skin);
#endif

  vec3 n = liquidNormal(at, here), v = -normalize(here), l = sunDirection.xyz;
  if (dot(n, v) < 0.0) n = normalize(n - 1.02 * dot(n, v) * v);
  float facing = clamp(dot(n, v), 0.0, 1.0), straight = liquidThickness(uv, facing);
  float deep = hasNormals == 1 ? max(texture(evenThickness, uv).r, 0.02 * liquid.y) : straight;
  float own = deep;             // of what this liquid has to itself
  vec3 others = vec3(1.0);      // left of light by the liquids that are not drawn for themselves
#if defined(PARTED) || defined(WITHIN)
  int part = partOf(look);
  Lengths lengths = lengthsOf(uv, deep);
#endif
#ifdef WITHIN
  others = throughOthers(lengths, part);
  own = straight = deep = max(lengthIn(lengths, part), 0.02 * liquid.y);
  // Between two liquids light bends by the ratio of their indices.
  float rootOwn = sqrt(body.w), rootAround = sqrt(looks[2 * int(parts[0].a)].w);
  float ratio = (1.0 + rootOwn) * (1.0 - rootAround) / ((1.0 - rootOwn) * (1.0 + rootAround));
  // Water and oil differ by less than a drop needs that is to look like one.
  ratio = max(max(ratio, 1.0 / ratio), 1.18);
  body.w = (ratio - 1.0) * (ratio - 1.0) / ((ratio + 1.0) * (ratio + 1.0));
#endif
  // Where the normal turns within a pixel, the pixel mirrors many directions: none at a grazing angle, and a blurred image.
  bool atOutline;
  float spread = normalSpread(at, n, atOutline);
  float turning = smoothstep(0.1, 0.4, spread), gloss = max(max(body.z, liquid.w > 0.5 ? 0.0 : 0.15), 0.6 * turning);
  Bend bend = bentAt(n, v, facing, body.w);
#ifdef PARTED
  vec3 met = part < 0 ? metWithin(z, deep, bend, turning) : vec3(0.0);
  if (part < 0) lengths = met.z > 0.0 ? lengthsOf(met.xy, deep) : Lengths(deep, vec4(0.0));
  if (met.z > 0.0) {
    // Behind what is opaque nothing counts.
    float clearness = looks[2 * int(textureLod(innerColour, met.xy, 0.0).a * 255.0 + 0.5) + 1].x;
    lengths.around = mix(min(lengths.around, max(0.0, met.z / z - 1.0) * length(here)), lengths.around, clearness);
  }
  own = lengthIn(lengths, part);
  others = throughOthers(lengths, part);
#endif
  float gap = max(0.0, (texture(solidDepth, uv).r - z) * length(here) / z - deep);  // of air behind the liquid
  // Of a film on something a bent ray crosses less than a straight one would.
  float free = smoothstep(0.0, 4.0 * liquid.y, gap), covered = 1.0;
  if (atOutline) covered = coverOfPixel(z, facing, straight);
  float thickness = own * mix(facing / bend.cosInside, 1.0, free);
  facing = max(facing, 0.6 * turning);
  float whole = mix(1.0, wholeness(straight), skin.x);
  vec3 seen = hasVisibility == 1 ? texelFetch(visibility, at, 0).rgb : vec3(1.0);
  // Light goes on through clear liquid, so its own shadow is weaker.
  vec3 sun = sunColour.rgb * seen.g * mix(seen.b, 1.0, 0.75 * skin.x);
  float open = mix(seen.r, 1.0, 0.3 * skin.x);
  float clouded = 1.0 - skin.x * exp(-body.y * thickness);
  // depthOfColour(), looks.h
  vec3 through = pow(clamp(albedo, 0.004, 0.96), vec3(skin.w * (1.0 - exp(-body.x * thickness / skin.w)))) * others;
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
#if defined(PARTED)
    vec4 back = met.z > 0.0 ? textureLod(innerLight, met.xy, 0.0)
                            : refracted(here, z, deep, gap, bend, spread, turning, gloss, body.z, clear);
#elif defined(QUICK)
    vec4 back = texture(behind, uv);
#else
    vec4 back = refracted(here, z, deep, gap, bend, spread, turning, gloss, body.z, clear);
#endif
    colour = mix(back.rgb * through * twice, scattered, clouded) + inner;
    cover -= (1.0 - back.a) * (1.0 - clouded) * dot(through, vec3(1.0 / 3.0));
  }

  // Mirrored at the surface.
  float mirror = fresnel(body.w, facing, body.z) * whole;
#ifdef WITHIN
  // What a grazing ray meets within the other liquid is dark beside what it would meet in air: so a drop has an outline.
  // Where it reaches the surface of both it has none.
  float within = smoothstep(0.2 * liquid.y, 1.5 * liquid.y, z - outer), rim = (1.0 - facing) * within;
  colour *= 1.0 - 0.5 * rim * rim;
  mirror = min(mirror, 0.1);
#endif
#ifdef QUICK
  colourOut = mix(texture(behind, uv), vec4(colour, cover), covered);
#else
  vec3 away = reflect(-v, n), mirrorImage = mirrored(away, gloss, mix(seen.r, 1.0, 0.35), sun);
  if (liquid.w > 0.5) mirrorImage = withFloor(mirrorImage, here, away, seen.r);
  // A ray that only grazes the outline goes on to what lies behind it.
  float grazing = (1.0 - facing) * (1.0 - facing);
  vec4 beyond = texture(behind, uv);
  mirrorImage = mix(mirrorImage, beyond.rgb, grazing * grazing);
  // A metal's mirror image has its colour, but for what grazes it (looks.h).
  if (body.w > 0.5) mirrorImage *= mix(albedo, vec3(1.0), grazing * grazing);
  colour = mix(colour, mirrorImage, mirror);
  colourOut = mix(beyond, vec4(colour, max(cover, mirror)), covered) * edge;
#endif
}
