// From light to what a screen shows, linear, and back. Needs frame.glsl.

// Keeps hues: the brightest channel bends towards 1 and takes the others along, then what was far too bright goes
// towards white, as film does. Below kBend colours stay what they are. In the manner of Khronos's PBR Neutral (2024).
const float kBend = 0.72, kRoom = 1.0 - kBend, kBleach = 0.12;
float bleached(float light, float bent) { return 1.0 / (1.0 + kBleach * (light - bent)); }
vec3 toned(vec3 light) {
  vec3 x = light * film.x;
  float peak = max(x.r, max(x.g, x.b)), over = peak - kBend;
  if (over <= 0.0) return x;
  float bent = kBend + kRoom * over / (over + kRoom);
  return mix(vec3(bent), x * (bent / peak), bleached(peak, bent));
}

// The light that toned() turns into this colour; it may be less than none in a channel that bleaching raises.
vec3 lightOf(vec3 colour) {
  float bent = max(colour.r, max(colour.g, colour.b)), over = min(bent, 0.99) - kBend;
  if (over <= 0.0) return colour / film.x;
  float peak = kBend + kRoom * over / (kRoom - over), kept = bleached(peak, bent);
  return (colour - bent * (1.0 - kept)) * (peak / (bent * kept)) / film.x;
}
