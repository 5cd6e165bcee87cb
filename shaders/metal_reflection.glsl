// Reflection of the scene by metal: screen-space ray marching in the depths of the picture.
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
