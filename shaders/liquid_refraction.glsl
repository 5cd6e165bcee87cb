// Refraction of a view ray by the liquid, and its internal reflection at the face behind.
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

// Returns the light of the cards at both sides of the backdrop (EnvironmentLight::cards).
float cardLight(vec3 d) {
  vec2 beside = (viewMatrix * vec4(d, 0.0)).xy * vec2(1.0, 0.7);
  return irradiance[0].w * smoothstep(0.25, 0.75, length(beside)) * (1.0 + 0.5 * beside.y);
}

const float kCardBelow = -0.9, kCardAbove = 1.6;  // refracted light of the cards from below and above, over their light

// Returns the light of the cards that a ray meets after refraction. The cards hang above, and black cloth lies below: a
// drop is bright in its lower half and dark in its upper half, as a lens shows the sky, and not a bubble with an even
// rim.
float refractedCardLight(vec3 d) {
  vec2 beside = (viewMatrix * vec4(d, 0.0)).xy * vec2(1.0, 0.7);
  float away = length(beside), above = beside.y / max(away, 1e-3);
  return irradiance[0].w * smoothstep(0.25, 0.75, away) * mix(kCardBelow, kCardAbove, smoothstep(-0.9, 0.4, above));
}

// Returns the least depth of the solids among the four pixels that a filtered texture read mixes.
float nearestSolid(vec2 at) {
  vec4 depths = textureGather(solidDepth, at);
  return min(min(depths.x, depths.y), min(depths.z, depths.w));
}

#ifndef RUNNING
// Returns the share of the surroundings of a place in which air lies behind the liquid, 0 .. 1. The surroundings
// reach 2.5 particles far. A solid that slopes away behind a film is not air. leaving: depth at which the ray leaves the liquid [m].
// alone: true if a place counts only where a single body of liquid lies along the ray.
float airAround(vec2 place, float leaving, bool alone) {
  vec2 reach = 2.5 * liquid.y * eye.w / leaving / depthRange.zw;
  float sum = 0.0, count = 0.0;
  for (int i = 0; i < 8; ++i) {
    float angle = 2.4 * float(i), radius = sqrt((float(i) + 0.5) / 8.0);
    vec2 at = place + radius * reach * vec2(cos(angle), sin(angle));
    // A bar of a tank in front hides what is behind the liquid.
    float faces = alone ? texture(normalSums, at).a : texture(liquidDepth, at).r > 0.0 ? 2.0 : 0.0;
    if (faces == 0.0) continue;
    float air = smoothstep(3.0 * liquid.y, 8.0 * liquid.y, texture(solidDepth, at).r - leaving);
    sum += air * (1.0 - smoothstep(2.0, 3.0, faces)), count += 1.0;
  }
  return count > 0.0 ? sum / count : 1.0;
}
#endif

#if !defined(WITHIN) && !defined(RUNNING)
// Returns 1 at a plane face as of a tank, 0 at a round face. Each axis counts its flatter side, because a crease
// between two planes is no round face. z: depth of the face [m].
float flatness(vec3 n, float z) {
  ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(liquidNormals, 0) - 1;
  float most = 0.0;
  for (int i = 0; i < 2; ++i) {
    ivec2 stride = i == 0 ? ivec2(3, 0) : ivec2(0, 3);
    vec3 before = texelFetch(liquidNormals, clamp(at - stride, ivec2(0), last), 0).xyz - n;
    vec3 after = texelFetch(liquidNormals, clamp(at + stride, ivec2(0), last), 0).xyz - n;
    most = max(most, min(dot(before, before), dot(after, after)));
  }
  return 1.0 - smoothstep(0.2, 0.6, sqrt(most) / 3.0 * 0.2 * centre.w * eye.w / z);
}

// Returns the length of a ray in the liquid, by a march through the depths of the faces in the picture [m].
// from: start of the ray on a face, relative to the eye [m]. known: length that is returned where the picture does
// not show the ray [m].
float crossing(vec3 from, vec3 direction, float known) {
  vec2 start = (viewMatrix * vec4(from, 0.0)).xy / dot(from, forward.xyz), scale = eye.w / depthRange.zw;
  vec2 origin = uv + (start - (viewMatrix * vec4(liquidPosition(ivec2(gl_FragCoord.xy)), 0.0)).xy /
                                texelFetch(liquidDepth, ivec2(gl_FragCoord.xy), 0).r) * scale;
  float inside = 0.0, room = 0.0;
  for (int i = 1; i <= 10; ++i) {
    float s = 0.02 * centre.w * float(i * i), z;
    vec3 p = from + s * direction;
    z = dot(p, forward.xyz);
    vec2 place = origin + ((viewMatrix * vec4(p, 0.0)).xy / z - start) * scale;
    if (place != clamp(place, 0.0, 1.0)) return max(known, inside);
    vec4 fronts = textureGather(liquidDepth, place);
    float front = texture(liquidDepth, place).r, path = texture(thicknessMap, place).r;
    bool shown = min(min(fronts.x, fronts.y), min(fronts.z, fronts.w)) > 0.0;
    // A bar of a tank in front hides the ray for one step.
    if (!shown && nearestSolid(place) < z) continue;
    if (!shown || path <= 0.0) return 0.5 * (inside + s);
    float left = min(front + path * z / length(p) - z, z - front) + 0.3 * liquid.y;
    if (left < 0.0) return mix(inside, s, room / (room - left));
    inside = s, room = left;
  }
  return inside;
}
#endif

// Describes the reflection of the ray in the liquid at the face behind (internal reflection).
struct InnerReflection {
  float share;     // reflectance of the face behind; 1 where the ray is totally reflected
  vec3 direction;  // direction of the reflected ray
  float sheet;     // 1 at a thin sheet in the air
  float flatness;  // 1 at a plane face as of a tank, 0 at a round face
  float entering, reflected;  // lengths of the refracted and of the reflected ray in the liquid [m]
};

// Returns the internal reflection of a view ray that enters at a front with normal n and leaves after `path`
// metres. Nothing is reflected where more than one body of liquid lies along the ray, because the faces behind
// are known as a sum only, and nothing where the liquid lies on the floor.
InnerReflection reflectInside(vec3 here, vec3 n, float path, float f0) {
  vec3 ray = normalize(here);
  InnerReflection inner = InnerReflection(0.0, ray, 0.0, 0.0, path, path);
#ifndef WITHIN
  if (hasNormals == 0) return inner;
  vec4 all = texture(normalSums, uv);
  vec3 rear = all.xyz - normalize(texelFetch(liquidNormals, ivec2(gl_FragCoord.xy), 0).xyz);
  float size = length(rear), root = sqrt(f0), index = (1.0 + root) / (1.0 - root);
  vec3 inside = refract(ray, n, 1.0 / index);
  float cosine = size > 0.0 ? dot(inside, rear) / size : 0.0;
#ifndef RUNNING
  inner.flatness = flatness(n, dot(here, forward.xyz));
  if (inner.flatness > 0.0) inner.entering = max(path, crossing(here, inside, path));
#endif
  if (cosine <= 0.0) return inner;
  inner.sheet = smoothstep(0.9, 0.98, -dot(n, rear) / size) * (1.0 - smoothstep(2.0 * liquid.y, 7.0 * liquid.y, -path * dot(n, ray)));
  inner.sheet *= 1.0 - smoothstep(2.0, 3.0, all.w);
  float sine = index * sqrt(1.0 - min(cosine * cosine, 1.0));
  inner.share = sine < 1.0 ? fresnel(f0, sqrt(1.0 - sine * sine), 0.0) : 1.0;
  // Near the outline the ray leaves elsewhere than straight behind, so the normal there counts less.
  inner.share *= smoothstep(0.0, 0.35, cosine);
  inner.share *= (1.0 - smoothstep(0.05, 0.3, abs(size - 1.0))) * (1.0 - smoothstep(2.0, 3.0, all.w));
  inner.direction = reflect(inside, rear / size);
  float above = eye.y + here.y + path * ray.y - backdropLow.w;
  float onFloor = liquid.z * (1.0 - smoothstep(0.5 * liquid.y, 3.0 * liquid.y, above));
  inner.share *= 1.0 - onFloor * smoothstep(0.05, 0.3, -rear.y / size);
  // Nothing is reflected where a solid touches the face.
  float leaving = (length(here) + path) * dot(ray, forward.xyz);
  inner.share *= smoothstep(0.2 * liquid.y, 2.0 * liquid.y, nearestSolid(uv) - leaving);
#ifndef RUNNING
  // The reflection falls to 0 at the outline of that solid and of another body of liquid, because a hard edge would
  // look like a stain.
  // A single sample on a bar of a tank does not count: the bar would show as streaks. A plane face is a pane of a
  // tank, where the few samples would show as spikes beside the bars.
  if (inner.share > 0.0 && inner.flatness < 1.0)
    inner.share *= mix(smoothstep(0.4, 0.85, airAround(uv, leaving, true)), 1.0, inner.flatness);
  if (inner.flatness > 0.0 && inner.share > 0.0)
    inner.reflected = crossing(here + path * ray, inner.direction, path);
#endif
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

const float kTintedLight = 0.45;  // most light of a lamp through coloured liquid, before a darker background

// Dims a lamp that shows through coloured liquid. The product would be a patch of saturated light, brighter than the
// liquid around. left: transmittance of the path. around: light of the background, which is the limit if it is brighter.
vec3 dimTinted(vec3 light, vec3 left, vec3 around) {
  float most = max(left.r, max(left.g, left.b)), least = min(left.r, min(left.g, left.b));
  float brightest = max(light.r, max(light.g, light.b)), limit = max(kTintedLight, max(around.r, max(around.g, around.b)));
  return light * mix(1.0, min(1.0, limit / max(brightest, 1e-3)), smoothstep(0.1, 0.5, 1.0 - least / max(most, 1e-3)));
}

// Returns the refracted light from behind the liquid. Rays with a small deflection end in the picture of the
// solids. Rays with a large deflection leave the picture and read the environment map.
// mirrored: share of the ray that the face behind reflects. left: transmittance of the liquid. path: length of the ray in the liquid [m].
// freeEnd: 0 where the ray ends at a solid, 1 where air follows. a: 0 where a transparent picture shows no object.
vec4 refracted(vec3 here, float z, float thickness, float gap, Refraction bend, float mirrored, float spread, float turning, float gloss, float rough, float clear, vec3 left, out float path, out float freeEnd) {
  float most = 0.3 * centre.w;
  vec2 entry = displacement(bend.sidewaysIn, turning, z) * min(0.5 * thickness * bend.sinIn / bend.cosIn, most);
  vec2 end = endInLiquid(here, z, entry, thickness, path);
  float leaving = depthBehind(here, z, path);
  vec2 exit = displacement(bend.sidewaysOut, turning, z) * bend.sinOut * (1.0 - mirrored);
  // Follow the ray no farther than to the solid at that pixel.
  float air = max(nearestSolid(end) - leaving, 0.0);
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
  freeEnd = smoothstep(0.0, 4.0 * liquid.y, air);
  // A ray that meets a solid does not leave.
  float escapes = smoothstep(0.0, 2.0 * liquid.y, min(gap, air));
#ifndef RUNNING
  // Coloured liquid scatters light, so the outline of a solid in the liquid is soft.
  if (clear < 0.9) {
    float around = airAround(end, leaving, false), soft = 1.0 - clear;
    footprint = max(footprint, 4.0 * around * (1.0 - around) * soft * 3.0 * liquid.y * eye.w / z);
    freeEnd = mix(freeEnd, around, soft);
    escapes = mix(escapes, smoothstep(0.5, 1.0, around), soft);
  }
#endif
  vec4 back = textureLod(behind, uvBehind, log2(max(1.0, footprint)));
#ifdef WITHIN
  return back;  // the ray goes on through the surrounding liquid
#endif
  float leaves = bend.cosOut < 0.0 ? 1.0 : smoothstep(0.1, 0.5, bend.sinOut);
  // A face behind that deflects the ray alone ends in a hard edge, where another face begins.
  leaves *= mix(0.3, 1.0, bend.drop);
  leaves *= smoothstep(0.1, 0.8, (there - z) / centre.w) * (1.0 - 0.7 * turning) * sqrt(clear);
  // A ray that meets the floor does not leave. A tank stands a little above the floor.
  leaves *= escapes;
  float above = eye.y + here.y * leaving / z - backdropLow.w;
  if (liquid.z > 0.5) leaves *= smoothstep(0.5 * liquid.y, 2.0 * liquid.y, above);
  if (leaves == 0.0 || floorColour.w > 0.5) return back;
  vec3 ray = normalize(here), d = ray * bend.cosOut - bend.sidewaysOut * bend.sinOut;
  vec4 around = environmentAt(d, floor(4.0 * gloss + 0.5));
  vec3 light = around.rgb + min(around.a, 1.0) * sunColour.rgb;
  light = addFloorReflection(light, here, d, 1.0);
  light = max(light + clear * refractedCardLight(d), 0.1 * light);
  return mix(back, vec4(dimTinted(light, left, back.rgb), 1.0), leaves);
}
