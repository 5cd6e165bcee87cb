// Computes the sun's light at quality 0, with hard shadows: one comparison in each shadow map.
uniform sampler2DShadow solidShadow;
uniform sampler2DShadow liquidShadow;
uniform vec3 liquidTint;  // share of light that passes through the liquid, per channel

// Returns the share of the sun's light that reaches point p with normal n, 0 .. 1. wet: 1 at a point whose liquid
// absorbs the light elsewhere (liquid_contact.glsl).
vec3 sunVisibility(vec3 p, vec3 n, float bias, float wet) {
  vec3 at = (sunMatrix * vec4(p + bias * n, 1.0)).xyz * 0.5 + 0.5;
  bool outside = any(greaterThan(abs(at.xy - 0.5), vec2(0.5)));
  float solid = texture(solidShadow, at), through = texture(liquidShadow, at);
  // The shadow of clear liquid is as bright as in liquidShadowTint(). A hard shadow has no rim.
  vec3 shade = liquidTint * (1.0 + 0.35 * max(liquidTint.r, max(liquidTint.g, liquidTint.b)));
  return outside ? vec3(1.0) : solid * mix(shade, vec3(1.0), max(through, wet));
}
vec3 sunVisibility(vec3 p, vec3 n, float bias) { return sunVisibility(p, n, bias, 0.0); }
