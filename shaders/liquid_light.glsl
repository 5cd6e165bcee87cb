// Lights the liquid: refraction, Fresnel reflection, absorption by Beer's law and subsurface scattering. The
// result is premultiplied by the liquid's coverage of the pixel. The variants are described in
// liquid_paths.glsl.
const float kGrazing = 0.35;  // most cosine of the angle between view and normal at an outline
const float kRimLight = 0.5;  // additional light of the floor under the rim of a puddle
// Level of the environment map in internal reflections. A level that follows the turn of the face behind within a pixel
// would change from pixel to pixel, as dark specks.
const float kInnerLevel = 2.0;
const float kMeniscus = 0.25;  // most additional light in a line of meniscus
const float kOutlineThreshold = 0.58;  // coverage at the outline: above 0.5, because spheres are larger than the liquid

// Returns the transmittance of a path in the liquid: Beer's law with a limit, opticalDepth() in looks.h.
vec3 transmittance(vec3 albedo, vec4 body, vec4 skin, float path) {
  return pow(clamp(albedo, 0.004, 0.96), vec3(skin.w * (1.0 - exp(-body.x * path / skin.w))));
}

// Returns the transmittance of the way that the light of a solid in the liquid comes, half as long as the view ray's
// path. Both ways are one path, whose optical depth has the limit: thick honey stays amber and does not turn red.
vec3 wayIn(vec3 through, vec4 body, vec4 skin, float path) {
  float rest = exp(-body.x * path / skin.w);
  return mix(vec3(1.0), sqrt(through), 2.0 * rest / (1.0 + sqrt(rest)));
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
  // A pixel that misses the front of a drop has the distance of the back as its thickness (thickness_smooth.frag).
  if (straight > 0.9 * z && deep < 0.5 * straight) straight = deep;
  // The blur reaches from the inside to the outline, where the liquid thins out to nothing.
  if (hasNormals == 1) deep = mix(min(deep, 3.0 * straight), deep, smoothstep(kGrazing - 0.2, kGrazing + 0.2, facing));
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
  bool atOutline, waterline;
  float inLiquid, spread = normalSpread(at, n, atOutline, inLiquid, waterline);
  float turning = smoothstep(0.1, 0.4, spread), gloss = max(body.z, 0.6 * turning);
  Refraction bend = refractAt(n, v, facing, body.w);
  InnerReflection innerMirror = reflectInside(here, n, straight, body.w);
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
  // At an outline the liquid is seen at a grazing angle. A normal that says otherwise belongs to a small triangle, and
  // its pixel would be a dash beside the outline.
  if (atOutline) covered = coverOfPixel(z, min(facing, kGrazing), straight);
  // A film thins out to nothing at its rim on a solid. Without this even paint would end in a hard line.
  if (hasNormals == 1) covered *= mix(smoothstep(0.0, mix(0.2, 0.6, skin.x) * liquid.y, straight * facing), 1.0, free);
  // A ray that enters the steep rim of a puddle meets the floor after a path as long as beside the rim. Particles draw
  // the rim higher than it is.
  float height = eye.y + here.y - backdropLow.w, above = height - straight * v.y;
  float onFloor = liquid.z * (1.0 - free) * (1.0 - smoothstep(0.5 * liquid.y, 3.0 * liquid.y, above));
  // The sides of a tank and of a block are upright and real.
  onFloor *= exp(-0.3 * body.y) * (1.0 - smoothstep(2.0 * liquid.y, 4.0 * liquid.y, height)) * smoothstep(0.0, 0.3, n.y);
  float thickness = own * mix(mix(facing, min(facing, max(v.y, 0.2)), onFloor) / bend.cosInside, 1.0, free);
#ifndef RUNNING
  // A plane face shows how deep the liquid is along the refracted ray: the sides of a tank have its colour.
  thickness += free * innerMirror.flatness * max(innerMirror.entering - straight, 0.0);
#endif
  // At an outline the neighbours inside the liquid decide: a weaker reflection there would be a dark, dashed line.
  facing = max(facing, 0.6 * smoothstep(0.15, 0.6, inLiquid));
  float whole = mix(1.0, outlineFade(straight), skin.x);
  vec3 seen = hasVisibility == 1 ? texelFetch(visibility, at, 0).rgb : vec3(1.0);
  // Light passes through clear liquid, so the liquid's shadow on itself is weaker.
  vec3 sun = sunColour.rgb * seen.g * mix(seen.b, 1.0, 0.75 * skin.x);
  float open = mix(seen.r, 1.0, 0.3 * skin.x);
  // A rough surface scatters light like a cloudy body, less far into the shade: satin keeps its form.
  float satin = skin.x * smoothstep(0.2, 0.8, body.z);
  float clouded = 1.0 - skin.x * exp(-body.y * thickness) * (1.0 - 0.25 * satin);
  vec3 through = transmittance(albedo, body, skin, thickness) * others;
  // Objects inside the liquid are lit through the liquid too, so light is absorbed twice.
  vec3 twice = mix(wayIn(through, body, skin, thickness), vec3(1.0), free);

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
    float path, freeEnd;
    vec4 back = refracted(here, z, deep, gap, bend, innerMirror.share, spread, turning, gloss, body.z, clear, through, path, freeEnd);
#endif
#ifdef PARTED
    bool meetsPart = met.z > 0.0;
    if (meetsPart) back = textureLod(innerLight, met.xy, 0.0);
#else
    const bool meetsPart = false;
#endif
    vec3 passed = back.rgb * through * twice;
#ifndef WITHIN
    if (!meetsPart) {
      // The outline of a solid in the liquid is displaced for light and absorption alike. A ray that meets no
      // solid keeps its thickness: thin edges stay bright.
      float displaced = min(path / deep, 2.0);
      float seenPath = thickness * mix(displaced, 1.0, free * freeEnd);
      through = transmittance(albedo, body, skin, seenPath) * others;
      twice = mix(wayIn(through, body, skin, seenPath), vec3(1.0), freeEnd);
      // The reflection reaches the outline. Without it the outline would be a second, dashed line.
      float share = innerMirror.share * (1.0 - smoothstep(0.1, 0.4, inLiquid)) * (1.0 - body.z);
      passed = back.rgb * through * twice;
      // The rim of a puddle is a lens: it gathers sunlight on the floor (imitates caustics).
      // The slope of a wave is higher than such a rim, and would be a white patch.
      float rimLight = kRimLight * onFloor * (1.0 - smoothstep(0.8 * liquid.y, 1.6 * liquid.y, height));
      passed *= 1.0 + rimLight * seen.g * (1.0 - smoothstep(0.6, 0.95, n.y));
      if (share > 0.0) {
        vec4 around = environmentAt(innerMirror.direction, floor(max(kInnerLevel, 4.0 * gloss) + 0.5));
        // The reflected ray crosses the liquid once more, and leaves to the environment. Both crossings are one path,
        // because the optical depth of a path has a limit. The second crossing counts half: waves let most rays out
        // sooner.
        vec3 mirrored = around.rgb * open + min(around.a, 0.5) * sun;
        mirrored = addFloorReflection(mirrored, here, innerMirror.direction, open);
        float again = own * displaced;
#ifndef RUNNING
        again = mix(again, innerMirror.reflected, innerMirror.flatness);
#endif
        vec3 left = transmittance(albedo, body, skin, thickness + 0.5 * again) * others;
        passed = mix(passed, dimTinted(mirrored, left, back.rgb) * left, share);
      }
    }
#endif
    colour = mix(passed, scattered, clouded) + inner;
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
  // A thin sheet reflects at both of its faces, and shows the cards, without which a sheet is invisible.
  float sheet = innerMirror.sheet * skin.x * free * (1.0 - satin);
#ifndef RUNNING
  mirror = mix(mirror, 2.0 * mirror / (1.0 + mirror), sheet);
#endif
  if (sheet > 0.0) mirrorImage = max(mirrorImage + 0.4 * sheet * cardLight(away), 0.1 * mirrorImage);
  // The screen-space reflection of metal finds what hides the floor, so ambient occlusion counts less.
  mirrorImage = addFloorReflection(mirrorImage, here, away, body.w > 0.5 ? mix(seen.r, 1.0, 0.6) : seen.r);
#if !defined(PARTED) && !defined(WITHIN) && !defined(RUNNING)
  if (body.w > 0.5) {
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
  // A meniscus climbs the glass and mirrors the light from above: a thin bright line along the level.
  if (waterline) colour += clamp(0.5 * (diffuseLight(vec3(0, 1, 0)) + 0.3 * sun - colour), 0.0, kMeniscus) * skin.x;
  colourOut = mix(beyond, vec4(colour, max(cover, mirror)), covered) * edge;
#endif
}
