// From light to what a screen shows, linear, and back.

const float kExposure = 0.8;

// Filmic curve in the manner of ACES, the fit of Narkowicz 2015.
vec3 film(vec3 light) {
  vec3 x = light * kExposure;
  return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

// The light that film() turns into this colour: the root of (2.51 - 2.43 y) x^2 + (0.03 - 0.59 y) x - 0.14 y.
vec3 lightOf(vec3 colour) {
  vec3 y = min(colour, 0.99), a = 2.51 - 2.43 * y, b = 0.03 - 0.59 * y;
  return (sqrt(b * b + 0.56 * a * y) - b) / (2.0 * a) / kExposure;
}
