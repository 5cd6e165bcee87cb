// Lights the liquid: refraction, Fresnel reflection, absorption by Beer's law and subsurface scattering. The
// result is premultiplied by the liquid's coverage of the pixel. Pictures with liquids inside a clear liquid
// use variants: PARTED lights the common surface of all liquids, WITHIN lights the inner liquids, and QUICK
// leaves out reflection and refraction.
in vec2 uv;
uniform sampler2D liquidColour;
uniform sampler2D behind;
uniform sampler2D solidDepth;
uniform sampler2D visibility;
uniform sampler2D outline;
uniform sampler2D blurredThickness;  // thickness [m], blurred for triangles
uniform sampler2D normalSums;        // triangles: sum of the normals of all faces along the ray; a: their number
uniform int hasVisibility;
uniform int hasOutline;
// looks: two vectors for each row of a LookList: (absorption [1/m], scattering [1/m], roughness, Fresnel f0)
// and (clear 0 .. 1, wrap, glow, kMaxOpticalDepth).
uniform vec4 looks[64];
layout(location = 0) out vec4 colourOut;

#if defined(PARTED) || defined(WITHIN)
uniform sampler2D innerThickness;  // thickness of each inner liquid along the ray [m], one channel each
uniform sampler2D innerLight;      // PARTED: inner liquids, lit and drawn over the picture behind
uniform sampler2D innerDepth;      // PARTED: depth of the nearest inner liquid [m]
uniform sampler2D innerColour;     // PARTED: colour of the nearest inner liquid; a: index of the look / 255
uniform sampler2D outerDepth;      // WITHIN: depth of the common surface of all liquids [m]
uniform vec4 partOfLook[32];       // x: inner part of each look; -1: the surrounding liquid
uniform vec4 parts[5];             // surrounding liquid, then inner liquids: linear albedo, index of the look

uniform int manyParts;             // number of inner liquids if more than one; else 0

// Holds the length of a ray's path in each liquid [m].
struct PathLengths {
  float around;  // length of the path in the surrounding liquid [m]
  vec4 within;   // length of the path in each inner liquid [m]
};

// Divides the blurred thickness `deep` among the liquids, in the ratio of their own thicknesses. The blurred
// thickness is smoother than the thicknesses of single liquids.
PathLengths lengthsOf(vec2 place, float deep) {
  vec4 within = max(texture(innerThickness, place), vec4(0.0));
  float sum = dot(within, vec4(1.0)), whole = max(texture(thicknessMap, place).r, sum);
  within *= deep / max(whole, 1e-6);
  return PathLengths(max(0.0, deep - dot(within, vec4(1.0))), within);
}

int partOf(int look) { return int(partOfLook[look].x); }

float lengthIn(PathLengths lengths, int part) { return part < 0 ? lengths.around : lengths.within[part]; }

// Returns the transmittance of one liquid along the ray (part -1: the surrounding liquid).
vec3 partTransmittance(PathLengths lengths, int part) {
  vec4 known = parts[part + 1], body = looks[2 * int(known.a)], skin = looks[2 * int(known.a) + 1];
  float x = lengthIn(lengths, part);
  return pow(clamp(known.rgb, 0.004, 0.96), vec3(skin.w * (1.0 - exp(-body.x * x / skin.w))));
}

// Returns the transmittance of all liquids along the ray that are not drawn separately at this part's pixels.
// At the surrounding liquid (part -1) the inner liquids are drawn already, so the transmittance is 1. With
// WITHIN the surrounding liquid is left out, because the surrounding liquid is drawn in front later.
vec3 othersTransmittance(PathLengths lengths, int part) {
  vec3 left = vec3(1.0);
  if (part < 0) return left;
#ifdef PARTED
  left = partTransmittance(lengths, -1);
#endif
  for (int i = 0; i < manyParts; ++i)
    if (i != part && lengths.within[i] > 0.0) left *= partTransmittance(lengths, i);
  return left;
}
#endif

const float kOutlineThreshold = 0.58;  // coverage at the outline: above 0.5, because spheres are larger than the liquid

// Describes the refraction of a view ray where the ray enters the liquid, and where it leaves (Snell's law).
struct Refraction {
  vec3 sidewaysIn;         // unit vector, across the view and away from the deflection on the way in
  vec3 sidewaysOut;        // the same for the whole deflection, in and out
  float cosInside;         // cosine between ray and normal inside the liquid
  float sinIn, cosIn;      // angle of deflection on the way in
  float sinOut, cosOut;    // angle of the whole deflection
  float squeeze;           // derivative of the angle inside by the angle outside
  float drop;              // share of the whole deflection that a drop with this front would have, 0 .. 1
};

// Returns the part of a vector across the view.
vec3 across(vec3 a, vec3 v) { return a - dot(a, v) * v; }

// Returns the sum of the normals of all faces behind the front, across the view. A ball gives the same as its
// front: the ray is deflected twice to one side. A flat sheet gives the opposite: the ray goes on as it came.
// More bodies behind each other give less than their sum, so that the picture behind them stays whole.
vec3 exitSlope(vec3 n, vec3 v) {
#ifndef WITHIN
  if (hasNormals == 1) {
    vec3 front = texelFetch(liquidNormals, ivec2(gl_FragCoord.xy), 0).xyz;
    vec4 all = texture(normalSums, uv);
    vec3 sum = across(all.xyz - front, v) * 2.0 / max(all.w, 2.0);
    return sum / max(1.0, length(sum) / 0.98);
  }
#endif
  return across(n, v);
}

// Returns the angle of deflection at a face, as a vector away from the deflection. `slope` is the face's
// normal across the view.
vec3 deflection(vec3 slope, float index) {
  float sine = min(length(slope), 1.0);
  return sine > 1e-3 ? slope * ((asin(sine) - asin(sine / index)) / sine) : vec3(0.0);
}

Refraction refractAt(vec3 n, vec3 v, float facing, float f0) {
  Refraction bend;
  float root = sqrt(f0), index = (1.0 + root) / (1.0 - root);
  float sine = sqrt(max(0.0, 1.0 - facing * facing)), sinInside = sine / index;
  bend.sidewaysIn = sine > 1e-3 ? (n - facing * v) / sine : vec3(0.0);
  bend.cosInside = sqrt(1.0 - sinInside * sinInside);
  bend.sinIn = sine * bend.cosInside - facing * sinInside;
  bend.cosIn = facing * bend.cosInside + sine * sinInside;
  // Deflections at two faces are added as small angles are. This is exact for a ball and for a flat sheet.
  vec3 whole = asin(bend.sinIn) * bend.sidewaysIn + deflection(exitSlope(n, v), index);
  float angle = length(whole);
  bend.sidewaysOut = angle > 1e-4 ? whole / angle : vec3(0.0);
  bend.sinOut = sin(angle), bend.cosOut = cos(angle);
  // Where the two faces deflect to opposite sides, the background is not squeezed.
  bend.drop = clamp((2.0 * asin(bend.sinIn) + 1e-4) / (angle + 1e-4), 0.0, 1.0);
  bend.squeeze = mix(1.0, facing / (index * bend.cosInside), clamp(angle / (2.0 * asin(bend.sinIn) + 1e-4), 0.0, 1.0));
  return bend;
}

// Returns the least depth of the solids among the four pixels that a filtered texture read mixes.
float nearestSolid(vec2 at) {
  vec4 depths = textureGather(solidDepth, at);
  return min(min(depths.x, depths.y), min(depths.z, depths.w));
}

// Describes the reflection of the ray in the liquid at the face behind (internal reflection).
struct InnerReflection {
  float share;     // reflectance of the face behind; 1 where the ray is totally reflected
  vec3 direction;  // direction of the reflected ray
};

// Returns the internal reflection of a view ray that enters at a front with normal n and leaves after `path`
// metres. Nothing is reflected where more than one body of liquid lies along the ray, because the faces behind
// are known as a sum only, and nothing where the liquid lies on the floor.
InnerReflection reflectInside(vec3 here, vec3 n, float path, float f0) {
  vec3 ray = normalize(here);
  InnerReflection inner = InnerReflection(0.0, ray);
#ifndef WITHIN
  if (hasNormals == 0) return inner;
  vec4 all = texture(normalSums, uv);
  vec3 rear = all.xyz - normalize(texelFetch(liquidNormals, ivec2(gl_FragCoord.xy), 0).xyz);
  float size = length(rear), root = sqrt(f0), index = (1.0 + root) / (1.0 - root);
  vec3 inside = refract(ray, n, 1.0 / index);
  float cosine = size > 0.0 ? dot(inside, rear) / size : 0.0;
  if (cosine <= 0.0) return inner;
  float sine = index * sqrt(1.0 - min(cosine * cosine, 1.0));
  inner.share = sine < 1.0 ? fresnel(f0, sqrt(1.0 - sine * sine), 0.0) : 1.0;
  inner.share *= (1.0 - smoothstep(0.05, 0.3, abs(size - 1.0))) * (1.0 - smoothstep(2.0, 3.0, all.w));
  inner.direction = reflect(inside, rear / size);
  float above = eye.y + here.y + path * ray.y - backdropLow.w;
  float onFloor = liquid.z * (1.0 - smoothstep(0.5 * liquid.y, 3.0 * liquid.y, above));
  inner.share *= 1.0 - onFloor * smoothstep(0.05, 0.3, -rear.y / size);
  // Nothing is reflected where a solid touches the face.
  float gap = (nearestSolid(uv) / dot(ray, forward.xyz) - length(here)) - path;
  inner.share *= smoothstep(0.2 * liquid.y, 2.0 * liquid.y, gap);
#endif
  return inner;
}

// Returns the displacement of the background in the picture by refraction [uv]. The result is per metre of
// depth and per tangent of the angle of deflection.
vec2 displacement(vec3 sideways, float turning, float z) {
  // The displacement is reduced if the normal turns within the pixel, because a single normal is arbitrary.
  return -(viewMatrix * vec4(sideways, 0.0)).xy * (1.0 - 0.8 * turning) * eye.w / z / depthRange.zw;
}

#ifdef PARTED
const float kShallow = 0.12;  // fraction of the thickness over which a refracted ray is followed

// Returns the point where the refracted ray meets an inner liquid: texture coordinates, and depth [m]. The
// depth is 0 if the ray meets none. The ray is followed a short way only. Waves then distort the inner
// liquids, liquid at a glass wall is not displaced, and no body is cut off where a nearer body hides part of
// that body.
vec3 intersectInnerLiquid(float z, float deep, Refraction bend, float turning) {
  vec2 sideways = displacement(bend.sidewaysIn, turning, z) * bend.sinIn / bend.cosIn;
  float straight = texture(innerDepth, uv).r, along = kShallow * deep;
  if (straight > 0.0) along = min(along, straight - z);
  vec2 place = clamp(uv + along * sideways, 0.0, 1.0);
  float there = texture(innerDepth, place).r;
  return there > 0.0 && (straight > 0.0 || there - z >= 0.5 * along) ? vec3(place, there) : vec3(uv, 0.0);
}
#endif

// Returns the thickness of the liquid at a place of the picture [m]. 0: the place shows no liquid, or a solid in
// front of the liquid.
float thicknessAt(vec2 place) { return place == clamp(place, 0.0, 1.0) ? texture(thicknessMap, place).r : 0.0; }

// Returns the depth at which a ray leaves the liquid [m]. path: length of the ray in the liquid [m].
float depthBehind(vec3 here, float z, float path) { return z * (1.0 + path / length(here)); }

// Returns true if a solid at this depth lies in front of the end of a ray, so that the ray does not meet it.
bool isInFront(float solid, float leaving, float path) { return solid < leaving - 0.5 * liquid.y - 0.1 * path; }

// Returns the place where the ray in the liquid meets a solid or leaves the liquid [uv]. `entry` is the
// displacement of a ray as long as the thickness here. path: thickness at that place [m].
vec2 endInLiquid(vec3 here, float z, vec2 entry, float thickness, out float path) {
  vec2 place = uv + entry;
  path = min(thicknessAt(place), (nearestSolid(place) / z - 1.0) * length(here));
  if (path >= min(0.5 * liquid.y, 0.5 * thickness)) return place;
  // Where the picture shows no liquid or a solid in front, the ray ends unseen, so it is not displaced.
  path = thickness;
  return uv;
}

// Returns the refracted light from behind the liquid. Rays with a small deflection end in the picture of the
// solids. Rays with a large deflection leave the picture and read the environment map.
// mirrored: share of the ray that the face behind reflects. a: 0 where a transparent picture shows no object. path, air: lengths of the ray in the liquid and behind the
// liquid [m].
vec4 refracted(vec3 here, float z, float thickness, float gap, Refraction bend, float mirrored, float spread, float turning, float gloss, float rough, float clear, out float path, out float air) {
  float most = 0.3 * centre.w;
  vec2 entry = displacement(bend.sidewaysIn, turning, z) * min(0.5 * thickness * bend.sinIn / bend.cosIn, most);
  vec2 end = endInLiquid(here, z, entry, thickness, path);
  float leaving = depthBehind(here, z, path);
  vec2 exit = displacement(bend.sidewaysOut, turning, z) * bend.sinOut * (1.0 - mirrored);
  // Follow the ray no farther than to the solid at that pixel.
  air = max(nearestSolid(end) - leaving, 0.0);
  float reach = min(air, most);
  float there = nearestSolid(end + exit * reach);
  reach = clamp(there - leaving, 0.0, reach);
  vec2 uvBehind = clamp(end + exit * reach, 0.0, 1.0);
  there = nearestSolid(uvBehind);
  if (isInFront(there, leaving, path)) uvBehind = end, there = nearestSolid(end);
  // Footprint of the pixel behind the liquid [pixels], for the mipmap level: one sample would be arbitrary.
  float footprint = spread * 2.0 * (1.0 - bend.squeeze) * reach * eye.w / z;
  // A rough surface scatters transmitted light, more widely the farther the background.
  footprint += 0.6 * rough * rough * (path + min(air, most)) * eye.w / z;
  vec4 back = textureLod(behind, uvBehind, log2(max(1.0, footprint)));
#ifdef WITHIN
  return back;  // the ray goes on through the surrounding liquid
#endif
  float leaves = bend.cosOut < 0.0 ? 1.0 : smoothstep(0.1, 0.5, bend.sinOut);
  // A face behind that deflects the ray alone ends in a hard edge, where another face begins.
  leaves *= mix(0.3, 1.0, bend.drop);
  leaves *= smoothstep(0.1, 0.8, (there - z) / centre.w) * (1.0 - 0.7 * turning) * sqrt(clear);
  // A ray that meets a solid or the floor does not leave. A tank stands a little above the floor.
  leaves *= smoothstep(0.0, 2.0 * liquid.y, min(gap, air));
  float above = eye.y + here.y * leaving / z - backdropLow.w;
  if (liquid.z > 0.5) leaves *= smoothstep(0.5 * liquid.y, 2.0 * liquid.y, above);
  if (leaves == 0.0 || floorColour.w > 0.5) return back;
  vec3 ray = normalize(here), d = ray * bend.cosOut - bend.sidewaysOut * bend.sinOut;
  vec4 around = environmentAt(d, floor(4.0 * gloss + 0.5));
  vec3 light = around.rgb + min(around.a, 1.0) * sunColour.rgb;
  light = addFloorReflection(light, here, d, 1.0);
  vec2 beside = (viewMatrix * vec4(d, 0.0)).xy * vec2(1.0, 0.7);
  light = max(light + irradiance[0].w * clear * smoothstep(0.25, 0.75, length(beside)) * (1.0 + 0.5 * beside.y), 0.1 * light);
  return mix(back, vec4(light, 1.0), leaves);
}

// Returns the place of a point in the picture [uv]. The point is relative to the eye [m].
vec2 placeInPicture(vec3 p) {
  vec3 ray = p / dot(p, forward.xyz) - rayCorner.xyz;
  return vec2(dot(ray, rayRight.xyz) / dot(rayRight.xyz, rayRight.xyz), dot(ray, rayUp.xyz) / dot(rayUp.xyz, rayUp.xyz));
}

#if !defined(PARTED) && !defined(WITHIN)
// Returns how far a point lies behind the nearest surface in the picture, along the view direction [m]; below 0
// in front of that surface. The point is relative to the eye.
float depthBehindPicture(vec3 p, out vec2 place, out bool wet) {
  place = placeInPicture(p);
  float front = texelFetch(liquidDepth, ivec2(clamp(place, 0.0, 1.0) * vec2(textureSize(liquidDepth, 0) - 1)), 0).r;
  float solid = texture(solidDepth, place).r;
  wet = front > 0.0 && front < solid;
  return dot(p, forward.xyz) - (wet ? front : solid);
}

// Returns how well the picture shows its content at a place: 0 .. 1, falling to 0 at the border of the picture.
float knownAt(vec2 place) {
  vec2 inside = smoothstep(vec2(0.0), vec2(0.06), min(place, 1.0 - place));
  return inside.x * inside.y;
}

// Returns the reflection `mirror` along direction d with the lit floor and its shadows, where the picture shows
// the point of the floor that the ray meets. The point is exact: a march would end the shadows in steps.
vec3 addFloorInPicture(vec3 mirror, vec3 here, vec3 d, float gloss) {
  if (liquid.z < 0.5 || d.y > -1e-3) return mirror;
  vec3 p = here + (backdropLow.w - eye.y - here.y) / d.y * d;
  float depth = dot(p, forward.xyz);
  if (depth < depthRange.x) return mirror;
  vec2 place = placeInPicture(p);
  float match = 1.0 - smoothstep(0.005, 0.02, abs(texture(solidDepth, place).r / depth - 1.0));
  return mix(mirror, textureLod(behind, place, 4.0 * gloss).rgb, match * knownAt(place) * smoothstep(0.0, 0.12, -d.y));
}

// Returns what a metal mirrors along direction d: itself and the solids, where the ray meets them in the
// picture (screen-space ray marching), else `far`. Metal that the ray meets mirrors the environment in turn.
vec3 reflectScene(vec3 here, vec3 n, vec3 d, vec3 far, float gloss, float open, vec3 sun) {
  const int kHalvings = 4;
  int steps = liquid.w > 1.5 ? 20 : 12;
  const float kThickness = 0.12;  // a ray passes behind bodies that are farther in front of it [scene radii]
  vec3 origin = here + 0.4 * liquid.y * n;
  // The march ends where the ray leaves the sphere round the scene.
  vec3 aside = eye.xyz + origin - centre.xyz;
  float towards = dot(aside, d), leaves = -towards + sqrt(max(0.0, towards * towards - dot(aside, aside) + centre.w * centre.w));
  float first = 0.5 * liquid.y, growth = pow(max(1.2, 2.2 * centre.w / first), 1.0 / float(steps - 1));
  float before = 0.0, along = first;
  vec2 place;
  bool wet;
  for (int i = 0; i < 20 && before < leaves; ++i, before = along, along *= growth) {
    vec3 p = origin + along * d;
    if (dot(p, forward.xyz) < depthRange.x) return far;
    float behindBy = depthBehindPicture(p, place, wet);
    if (place != clamp(place, 0.0, 1.0)) return far;
    if (behindBy <= 0.0) continue;
    float low = before, high = along;
    for (int k = 0; k < kHalvings; ++k) {
      float middle = 0.5 * (low + high);
      if (depthBehindPicture(origin + middle * d, place, wet) > 0.0) high = middle; else low = middle;
    }
    behindBy = depthBehindPicture(origin + high * d, place, wet);
    if (behindBy > kThickness * centre.w) continue;
    float known = knownAt(place);
    bool onFloor = liquid.z > 0.5 && eye.y + (origin + high * d).y < backdropLow.w + 0.01 * centre.w;
    if (!wet && onFloor) return far;
    if (!wet) return mix(far, textureLod(behind, place, 4.0 * gloss).rgb, known);
    ivec2 pixel = ivec2(place * vec2(textureSize(liquidDepth, 0) - 1));
    vec3 met = liquidPosition(pixel), normal = liquidNormal(pixel, met);
    if (dot(normal, d) > 0.0) continue;  // the ray passes behind this part of the liquid
    vec4 tint = texelFetch(liquidColour, pixel, 0);
    vec3 light = diffuseLight(normal) * open + sun * max(0.0, dot(normal, sunDirection.xyz));
    if (looks[2 * int(tint.a * 255.0 + 0.5)].w > 0.5) {
      vec3 next = reflect(d, normal);
      light = addFloorReflection(reflectEnvironment(next, gloss, open, sun), met, next, open);
    }
    return mix(far, tint.rgb * tint.rgb * light, known);
  }
  return far;
}
#endif

// Returns the transmittance of a path in the liquid: Beer's law with a limit, opticalDepth() in looks.h.
vec3 transmittance(vec3 albedo, vec4 body, vec4 skin, float path) {
  return pow(clamp(albedo, 0.004, 0.96), vec3(skin.w * (1.0 - exp(-body.x * path / skin.w))));
}

// Returns the liquid's coverage of a pixel, from the distance between pixel and outline [pixels]. In a round
// body the chord c at an angle with cosine f lies c f / 4 inside the outline (for grazing angles).
float coverOfPixel(float z, float facing, float chord) {
  return smoothstep(0.0, 1.0, 0.25 * chord * facing / max(1.0 - facing, 1e-3) * eye.w / z);
}

// Mixes the looks of two liquids that share a pixel, by the share that surface_front.frag stored.
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
  float edge = smoothstep(kOutlineThreshold - 0.5 * ramp, kOutlineThreshold + 0.5 * ramp, inside);
  if (edge == 0.0) discard;
  vec4 tint = texelFetch(liquidColour, at, 0);
  vec3 albedo = tint.rgb * tint.rgb;
  int look = int(tint.a * 255.0 + 0.5);
  vec4 body = looks[2 * look], skin = looks[2 * look + 1];
#ifdef PARTED
  // Both sides of a border already account for all liquids along the ray, so no looks are mixed. A mixed
  // colour belongs to no part, so the part's own albedo replaces the colour.
  if (fract(texelFetch(liquidNormals, at, 0).a) > 0.0) albedo = parts[partOf(look) + 1].rgb, tint.rgb = sqrt(albedo);
#else
  if (hasNormals == 1) mixAtBorder(at, body, skin);
#endif

  vec3 n = liquidNormal(at, here), v = -normalize(here), l = sunDirection.xyz;
  if (dot(n, v) < 0.0) n = normalize(n - 1.02 * dot(n, v) * v);
  float facing = clamp(dot(n, v), 0.0, 1.0), straight = liquidThickness(uv, facing);
  float deep = hasNormals == 1 ? max(texture(blurredThickness, uv).r, 0.02 * liquid.y) : straight;
  float own = deep;             // path in this liquid alone [m]
  vec3 others = vec3(1.0);      // transmittance of the liquids that are not drawn separately
#if defined(PARTED) || defined(WITHIN)
  int part = partOf(look);
  PathLengths lengths = lengthsOf(uv, deep);
#endif
#ifdef WITHIN
  others = othersTransmittance(lengths, part);
  own = straight = deep = max(lengthIn(lengths, part), 0.02 * liquid.y);
  // Between two liquids refraction follows the ratio of the refractive indices.
  float rootOwn = sqrt(body.w), rootAround = sqrt(looks[2 * int(parts[0].a)].w);
  float ratio = (1.0 + rootOwn) * (1.0 - rootAround) / ((1.0 - rootOwn) * (1.0 + rootAround));
  // Water and oil differ too little for a drop to be recognised, so the ratio has a lower limit.
  ratio = max(max(ratio, 1.0 / ratio), 1.18);
  body.w = (ratio - 1.0) * (ratio - 1.0) / ((ratio + 1.0) * (ratio + 1.0));
#endif
  // A pixel in which the normal turns mirrors many directions. The reflection is then blurred, and grazing
  // angles are avoided.
  bool atOutline;
  float spread = normalSpread(at, n, atOutline);
  float turning = smoothstep(0.1, 0.4, spread), gloss = max(body.z, 0.6 * turning);
  Refraction bend = refractAt(n, v, facing, body.w);
  InnerReflection innerMirror = reflectInside(here, n, straight, body.w);
  float rearTurn = max(length(dFdx(innerMirror.direction)), length(dFdy(innerMirror.direction)));
#ifdef PARTED
  vec3 met = part < 0 ? intersectInnerLiquid(z, deep, bend, turning) : vec3(0.0);
  if (part < 0) lengths = met.z > 0.0 ? lengthsOf(met.xy, deep) : PathLengths(deep, vec4(0.0));
  if (met.z > 0.0) {
    // Behind an opaque inner liquid the surrounding liquid does not count.
    float clearness = looks[2 * int(textureLod(innerColour, met.xy, 0.0).a * 255.0 + 0.5) + 1].x;
    lengths.around = mix(min(lengths.around, max(0.0, met.z / z - 1.0) * length(here)), lengths.around, clearness);
  }
  own = lengthIn(lengths, part);
  others = othersTransmittance(lengths, part);
#endif
  // gap: length of air behind the liquid along the ray [m]
  float gap = max(0.0, (texture(solidDepth, uv).r - z) * length(here) / z - deep);
  // In a film on a solid the refracted ray has a shorter path than a straight ray.
  float free = smoothstep(0.0, 4.0 * liquid.y, gap), covered = 1.0;
  if (atOutline) covered = coverOfPixel(z, facing, straight);
  float thickness = own * mix(facing / bend.cosInside, 1.0, free);
  facing = max(facing, 0.6 * turning);
  float whole = mix(1.0, outlineFade(straight), skin.x);
  vec3 seen = hasVisibility == 1 ? texelFetch(visibility, at, 0).rgb : vec3(1.0);
  // Light passes through clear liquid, so the liquid's shadow on itself is weaker.
  vec3 sun = sunColour.rgb * seen.g * mix(seen.b, 1.0, 0.75 * skin.x);
  float open = mix(seen.r, 1.0, 0.3 * skin.x);
  // A rough surface scatters light like a cloudy body, less far into the shade: satin keeps its form.
  float satin = skin.x * smoothstep(0.2, 0.8, body.z);
  float clouded = 1.0 - skin.x * exp(-body.y * thickness) * (1.0 - 0.6 * satin);
  vec3 through = transmittance(albedo, body, skin, thickness) * others;
  // Objects inside the liquid are lit through the liquid too, so light is absorbed twice.
  vec3 twice = mix(sqrt(through), vec3(1.0), free);

  // Subsurface scattering: wrap lighting extends diffuse light into the shade, farthest in the body's own
  // colour. Clear liquid absorbs part of the scattered light on the way out.
  vec3 creep = skin.y * (1.0 - satin) * tint.rgb;
  vec3 wrapped = max(vec3(0.0), (dot(n, l) + creep) / (1.0 + creep));
  vec3 scattered = albedo * (diffuseLight(n) * open + sun * wrapped) * mix(vec3(1.0), sqrt(through), skin.x);
  // Translucency: light from behind shines through, if the body is thick enough to scatter light. Sunlight
  // gathers on the side that faces away from the sun.
  vec3 inner = vec3(0.0);
  if (skin.z > 0.0) {
    float forwards = max(0.0, dot(l, -v)), beyond = 0.5 - 0.5 * dot(n, l);
    inner = skin.z * tint.rgb * through * (sun * (0.6 * forwards * forwards + 0.8 * beyond * beyond) + 0.35 * diffuseLight(-n) * open);
    inner *= (1.0 - exp(-3.0 * body.x * thickness)) * (1.0 - 0.8 * satin);
  }

  // Refraction: light from behind the liquid.
  vec3 colour = scattered + inner;
  float cover = 1.0;  // opacity over the background, in a transparent picture
  if (skin.x > 0.0) {
    // The cards and the environment show less in coloured liquid. Coloured liquid stands out from the
    // background anyway, and absorbs light on the way to the rim.
    float clear = 1.0 / (1.0 + 0.12 * body.x);
#ifdef QUICK
    vec4 back = texture(behind, uv);
#else
    float path, air;
    vec4 back = refracted(here, z, deep, gap, bend, innerMirror.share, spread, turning, gloss, body.z, clear, path, air);
#endif
#ifdef PARTED
    bool meetsPart = met.z > 0.0;
    if (meetsPart) back = textureLod(innerLight, met.xy, 0.0);
#else
    const bool meetsPart = false;
#endif
#ifndef WITHIN
    if (!meetsPart) {
      // The outline of a solid in the liquid is displaced for light and absorption alike. A ray that meets no
      // solid keeps its thickness: thin edges stay bright.
      float freeEnd = smoothstep(0.0, 4.0 * liquid.y, air), displaced = path / deep;
      through = transmittance(albedo, body, skin, thickness * mix(displaced, 1.0, free * freeEnd)) * others;
      twice = mix(sqrt(through), vec3(1.0), freeEnd);
      float share = innerMirror.share * smoothstep(0.2 * liquid.y, 2.0 * liquid.y, air) * (1.0 - turning) * (1.0 - body.z);
      // Where the face behind turns within a pixel, the reflection is blurred and weaker.
      share *= 1.0 - 0.5 * smoothstep(0.15, 0.6, rearTurn);
      vec4 around = environmentAt(innerMirror.direction, floor(max(rearTurn > 0.3 ? 3.0 : rearTurn > 0.05 ? 2.0 : 1.0, 4.0 * gloss) + 0.5));
      // The reflected ray crosses the liquid once more, and leaves to the environment.
      vec3 mirrored = around.rgb * open + min(around.a, 0.5) * sun;
      mirrored = addFloorReflection(mirrored, here, innerMirror.direction, open);
      back.rgb = mix(back.rgb, mirrored * transmittance(albedo, body, skin, own * displaced), share);
    }
#endif
    colour = mix(back.rgb * through * twice, scattered, clouded) + inner;
    cover -= (1.0 - back.a) * (1.0 - clouded) * dot(through, vec3(1.0 / 3.0));
  }

  // Fresnel reflection at the surface.
  float mirror = fresnel(body.w, facing, body.z) * whole;
#ifdef WITHIN
  // A grazing ray inside the surrounding liquid meets darker light than in air: a drop then has an outline.
  // The outline fades where the inner liquid reaches the common surface.
  float within = smoothstep(0.2 * liquid.y, 1.5 * liquid.y, z - outer), rim = (1.0 - facing) * within;
  colour *= 1.0 - 0.5 * rim * rim;
  mirror = min(mirror, 0.1);
#endif
#ifdef QUICK
  colourOut = mix(texture(behind, uv), vec4(colour, cover), covered);
#else
  vec3 away = reflect(-v, n), mirrorImage = reflectEnvironment(away, gloss, mix(seen.r, 1.0, 0.35), sun);
  // The screen-space reflection of metal finds what hides the floor, so ambient occlusion counts less.
  mirrorImage = addFloorReflection(mirrorImage, here, away, body.w > 0.5 ? mix(seen.r, 1.0, 0.6) : seen.r);
#if !defined(PARTED) && !defined(WITHIN)
  if (liquid.w > 0.5 && body.w > 0.5) {
    mirrorImage = addFloorInPicture(mirrorImage, here, away, gloss);
    mirrorImage = reflectScene(here, n, away, mirrorImage, gloss, seen.r, sun);
  }
#endif
  // A ray that only grazes the outline continues to the background.
  float grazing = (1.0 - facing) * (1.0 - facing);
  vec4 beyond = texture(behind, uv);
  mirrorImage = mix(mirrorImage, beyond.rgb, grazing * grazing);
  // A metal colours the reflection, except at grazing angles (LookRow::mirror in looks.h).
  if (body.w > 0.5) mirrorImage *= mix(albedo, vec3(1.0), grazing * grazing);
  colour = mix(colour, mirrorImage, mirror);
  colourOut = mix(beyond, vec4(colour, max(cover, mirror)), covered) * edge;
#endif
}
