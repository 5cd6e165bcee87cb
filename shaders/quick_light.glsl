// Computes the sun's light at quality 0, with hard shadows: one comparison in each shadow map.
uniform sampler2DShadow solidShadow;
uniform sampler2DShadow liquidShadow;
uniform vec3 liquidTint;  // share of light that passes through the liquid, per channel

const float kRim = 0.012;  // half the width of the rim of the liquid's shadow on the floor [shadow maps]

// Returns the share of the sun's light that reaches point p with normal n, 0 .. 1.
vec3 sunVisibility(vec3 p, vec3 n, float bias) {
  vec3 at = (sunMatrix * vec4(p + bias * n, 1.0)).xyz * 0.5 + 0.5;
  bool outside = any(greaterThan(abs(at.xy - 0.5), vec2(0.5)));
  float solid = texture(solidShadow, at), through = texture(liquidShadow, at);
  // Objects show no dark rim: the shadow is as bright as in the middle of liquidShadowTint().
  vec3 shade = liquidTint * (1.0 + 0.35 * max(liquidTint.r, max(liquidTint.g, liquidTint.b)));
  return outside ? vec3(1.0) : solid * mix(shade, vec3(1.0), through);
}

// Returns the same for the floor. The dark rim is drawn there: without it the shadow of clear liquid would be a pale
// patch. The shadow of coloured liquid needs no rim, which would be a fringe beside a puddle. wet: 1 at a point whose liquid absorbs the light elsewhere (liquid_contact.glsl).
vec3 sunVisibilityOnFloor(vec3 p, float bias, float wet) {
  vec3 at = (sunMatrix * vec4(p + vec3(0.0, bias, 0.0), 1.0)).xyz * 0.5 + 0.5;
  bool outside = any(greaterThan(abs(at.xy - 0.5), vec2(0.5)));
  float lit = 0.0, rim = kRim * smoothstep(0.3, 0.7, min(liquidTint.r, min(liquidTint.g, liquidTint.b)));
  for (int i = 0; i < 3; ++i)
    lit += texture(liquidShadow, at + rim * vec3(cos(2.0944 * float(i)), sin(2.0944 * float(i)), 0.0)) / 3.0;
  return outside ? vec3(1.0) : texture(solidShadow, at) * mix(liquidShadowTint(lit, liquidTint), vec3(1.0), wet);
}
