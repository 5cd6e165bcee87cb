// Computes image-based lighting. One environment (src/render/environment.h) defines the backdrop, the diffuse
// light, the sun and every reflection, so that all of them agree.
uniform sampler2D panorama;     // backdrop that the camera sees, if the backdrop is a picture
uniform sampler2D environment;  // environment map, one mipmap level per roughness; a: mirror image of the sun
                                // over the sun's irradiance

// Maps a direction to the octahedron unfolded into a square from -1 to 1 (octahedral mapping).
vec2 unfolded(vec3 d) {
  vec3 p = d / (abs(d.x) + abs(d.y) + abs(d.z));
  return p.y >= 0.0 ? p.xz : (1.0 - abs(p.zx)) * vec2(p.x < 0.0 ? -1.0 : 1.0, p.z < 0.0 ? -1.0 : 1.0);
}
// Returns the texture coordinates of a direction in a level of the map. Samples lie on the rim of the square.
vec2 placeInMap(vec3 d, float level) {
  return 0.5 + 0.5 * unfolded(d) * (1.0 - exp2(level) / float(textureSize(environment, 0).x));
}
vec2 placeOnSquare(vec3 d) { return 0.5 + 0.5 * unfolded(d) * (1.0 - 1.0 / float(textureSize(panorama, 0).x)); }
vec4 environmentAt(vec3 d, float level) { return textureLod(environment, placeInMap(d, level), level); }

// Returns the reflection of environment and sun that a surface of this roughness shows from direction d.
// open: unoccluded share of the environment; sun: sunlight that reaches the surface.
vec3 reflectEnvironment(vec3 d, float roughness, float open, vec3 sun) {
  float level = 4.0 * roughness, low = floor(level), part = level - low;
  vec4 light;
  if (liquid.w < 0.5) {
    light = environmentAt(d, floor(level + 0.5));
  } else {
    light = environmentAt(d, low);
    if (part > 0.0) light = mix(light, environmentAt(d, low + 1.0), part);
  }
  return light.rgb * open + light.a * sun;
}

// Returns the irradiance over pi of a surface that faces n, without the sun.
vec3 diffuseLight(vec3 n) {
  vec3 light = irradiance[0].rgb + n.y * irradiance[1].rgb + n.z * irradiance[2].rgb + n.x * irradiance[3].rgb;
  light += n.x * n.y * irradiance[4].rgb + n.y * n.z * irradiance[5].rgb + n.x * n.z * irradiance[7].rgb;
  return light + (3.0 * n.z * n.z - 1.0) * irradiance[6].rgb + (n.x * n.x - n.y * n.y) * irradiance[8].rgb;
}

// Returns the backdrop along a view ray. A pool of light brightens the backdrop behind the scene.
vec3 backdrop(vec3 ray) {
  vec3 d = normalize(ray);
  if (backdropGlow.r < 0.0) {
    vec3 at = vec3(dot(d.xz, backdropLow.rg * vec2(1.0, -1.0)), d.y, dot(d.xz, backdropLow.gr));
    return liquid.w < 0.5 ? environmentAt(d, 1.0).rgb : textureLod(panorama, placeOnSquare(at), 0.0).rgb;
  }
  float y2 = d.y * d.y, scale = d.y > 0.0 ? film.w : backdropGround.w;
  vec3 light = mix(backdropLow.rgb, d.y > 0.0 ? backdropHigh.rgb : backdropGround.rgb, y2 / (y2 + scale));
  if (backdropGlow.r > 0.0) light += backdropGlow.rgb * pow(max(dot(d, sunDirection.xyz), 0.0), backdropGlow.w);
  return light * (1.0 + pool.w * (1.0 / (1.0 + 9.0 * (1.0 - dot(d, pool.xyz))) - 0.4));
}

// Return the backdrop's share in the floor's light, and the floor's light. `away` is the distance from the
// centre of the lit floor over its radius. The floor fades into the backdrop and shows no horizon.
float farFloor(float away) { return smoothstep(0.15, 1.0, away); }
vec3 floorLight(vec3 ray, float away, vec3 light) {
  return mix(floorColour.rgb * light * mix(1.0, film.z, smoothstep(0.06, 0.5, away)), backdrop(ray), farFloor(away));
}

// Replaces the environment in a reflection by the floor, where direction d from point p meets the floor.
// p is relative to the eye [m]. The floor is unshadowed; `open` darkens the floor near objects (ambient
// occlusion).
vec3 addFloorReflection(vec3 mirror, vec3 p, vec3 d, float open) {
  if (liquid.z < 0.5 || d.y > -1e-3) return mirror;
  vec3 at = eye.xyz + p + (backdropLow.w - eye.y - p.y) / d.y * d;
  float away = length(at - litFloor.xyz) / litFloor.w;
  vec3 light = diffuseLight(vec3(0, 1, 0)) + sunColour.rgb * sunDirection.y;
  return mix(mirror, floorLight(d, away, light) * open, smoothstep(0.0, 0.12, -d.y));
}

// Returns the Fresnel reflectance by Schlick's approximation (1994). Rough surfaces reflect less at grazing
// angles (Lagarde 2011).
float fresnel(float f0, float cosine, float roughness) {
  float m = clamp(1.0 - cosine, 0.0, 1.0), m2 = m * m;
  return f0 + (max(1.0 - roughness, f0) - f0) * m2 * m2 * m;
}

// Returns the share of the sun that passes the liquid. `lit` is 0 in the middle of the liquid's shadow and 1
// outside. Clear liquid gathers light in the middle and leaves a dark rim (imitates caustics).
vec3 liquidShadowTint(float lit, vec3 tint) {
  float clear = max(tint.r, max(tint.g, tint.b)), shade = 1.0 - lit;
  return mix(vec3(1.0), tint * (1.0 + 0.35 * clear * shade * shade), shade) * (1.0 - 0.7 * clear * lit * shade);
}
