#version 410 core
// Draws the liquid's surface into geometry buffers, in the colours of a three-dimensional checker pattern.
in vec3 worldNormal;
in vec3 light;
in vec3 dark;
in vec3 place;
flat in float look;
in float depth;
layout(location = 0) out vec4 depthOut;
layout(location = 1) out vec4 colourOut;
layout(location = 2) out vec4 normalOut;  // normal; a: as in surface_front.frag, with one look only

// Integrates a square wave that is 1 on even unit intervals and -1 on odd unit intervals.
vec3 ramp(vec3 x) { return abs(mod(x + 1.0, 2.0) - 1.0); }

void main() {
  // Box filter: takes the pattern's mean over the pixel. Squares finer than a pixel, for example between
  // liquids that have just met, become grey.
  vec3 width = max(fwidth(place), 1e-4);
  vec3 waves = (ramp(place + 0.5 * width) - ramp(place - 0.5 * width)) / width;
  float lit = 0.5 + 0.5 * waves.x * waves.y * waves.z;
  depthOut = vec4(depth);
  colourOut = vec4(sqrt(mix(dark * dark, light * light, lit)), look);
  normalOut = vec4(worldNormal, floor(255.0 * look + 0.5));
}
