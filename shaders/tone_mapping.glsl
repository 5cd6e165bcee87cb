// Tone mapping: converts light to linear screen colours, and back. Needs frame.glsl.

// Applies exposure (film.x) and the tone curve, in the manner of Khronos PBR Neutral (2024). The brightest
// channel is compressed towards 1, and the other channels are scaled along, which keeps hues. Very bright
// colours then fade towards white, as on film. Colours below kBend do not change.
const float kBend = 0.72, kRoom = 1.0 - kBend, kBleach = 0.12;
float whiteBlend(float light, float bent) { return 1.0 / (1.0 + kBleach * (light - bent)); }
vec3 toneMap(vec3 light) {
  vec3 x = light * film.x;
  float peak = max(x.r, max(x.g, x.b)), over = peak - kBend;
  if (over <= 0.0) return x;
  float bent = kBend + kRoom * over / (over + kRoom);
  return mix(vec3(bent), x * (bent / peak), whiteBlend(peak, bent));
}

// Inverts toneMap(): returns the light that becomes this colour. A channel raised by bleaching may be negative.
vec3 inverseToneMap(vec3 colour) {
  float bent = max(colour.r, max(colour.g, colour.b)), over = min(bent, 0.99) - kBend;
  if (over <= 0.0) return colour / film.x;
  float peak = kBend + kRoom * over / (kRoom - over), kept = whiteBlend(peak, bent);
  return (colour - bent * (1.0 - kept)) * (peak / (bent * kept)) / film.x;
}
