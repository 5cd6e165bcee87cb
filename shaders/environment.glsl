// The studio that lights every picture: a gradient and three soft boxes, as closed formulas. One model gives the
// backdrop, the diffuse light and every reflection, so that they agree.

float softBox(vec3 d, vec3 at, vec2 halfSize, float blur) {
  float t = dot(d, at);
  vec3 right = normalize(cross(vec3(0, 1, 0), at));
  vec3 p = d / max(t, 1e-4);
  vec2 q = abs(vec2(dot(p, right), dot(p, cross(at, right))));
  vec2 inside = smoothstep(halfSize + blur, halfSize - blur, q);
  // Blurring spreads the light, it does not add any.
  vec2 spread = halfSize / max(halfSize, 0.5 * (halfSize + blur));
  return t > 0.0 ? inside.x * inside.y * spread.x * spread.y : 0.0;
}

const vec3 kKeyAt = normalize(vec3(-0.45, 0.95, 0.62));
const vec3 kFillAt = normalize(vec3(0.95, 0.35, 0.25));
const vec3 kRimAt = normalize(vec3(0.15, 0.55, -0.9));

// Light that arrives from direction d, as a surface of this roughness mirrors it.
vec3 studioRadiance(vec3 d, float roughness) {
  float blur = 0.03 + 0.9 * roughness;
  float up = smoothstep(-0.25 - roughness, 0.25 + roughness, d.y);
  vec3 overhead = mix(backdropLow.rgb, sky.rgb, smoothstep(0.0, 0.9, d.y));
  vec3 light = mix(floorColour.rgb * 0.75, overhead, up);
  light += vec3(1.0, 0.97, 0.92) * 11.0 * softBox(d, kKeyAt, vec2(0.30, 0.24), blur);
  light += vec3(0.86, 0.93, 1.0) * 1.8 * softBox(d, kFillAt, vec2(0.22, 0.8), blur);
  light += vec3(1.0) * 1.8 * softBox(d, kRimAt, vec2(0.7, 0.07), blur);
  return light;
}

// Diffuse light on a surface that faces n, over pi.
vec3 studioIrradiance(vec3 n) {
  vec3 low = floorColour.rgb * 0.55, high = mix(backdropLow.rgb, sky.rgb, 0.6);
  vec3 light = mix(low, high, 0.5 + 0.5 * n.y);
  float fill = max(0.0, 0.35 + 0.65 * dot(n, kFillAt));
  float rim = max(0.0, 0.3 + 0.7 * dot(n, kRimAt));
  return light + vec3(0.86, 0.93, 1.0) * 0.22 * fill * fill + vec3(1.0) * 0.18 * rim * rim;
}

// What the camera sees behind everything.
vec3 backdrop(vec3 d) {
  d = normalize(d);
  return mix(backdropLow.rgb, backdropHigh.rgb, smoothstep(-0.05, 0.75, d.y));
}

float fresnel(float f0, float cosine) { return f0 + (1.0 - f0) * pow(clamp(1.0 - cosine, 0.0, 1.0), 5.0); }

// The sun's highlight: GGX (Walter et al. 2007) with Smith's visibility as approximated by Hammon 2017.
float highlight(vec3 n, vec3 v, vec3 l, float roughness) {
  vec3 h = normalize(l + v);
  float a = max(roughness * roughness, 0.004), nh = max(dot(n, h), 0.0);
  float nl = max(dot(n, l), 0.0), nv = max(dot(n, v), 1e-3);
  float d = nh * nh * (a * a - 1.0) + 1.0;
  return nl * a * a / (d * d) * 0.5 / (3.14159 * mix(2.0 * nl * nv, nl + nv, a) + 1e-4);
}
