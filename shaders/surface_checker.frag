#version 410 core
// Where the liquid's surface is, in the colours of a checker of cubes.
in vec3 worldNormal;
in vec3 light;
in vec3 dark;
in vec3 place;
flat in float look;
in float depth;
layout(location = 0) out vec4 depthOut;
layout(location = 1) out vec4 colourOut;
layout(location = 2) out vec4 normalOut;  // a: as of surface_front.frag, of one look only

// The integral of a wave that is 1 along even unit lengths and -1 along odd ones.
vec3 ramp(vec3 x) { return abs(mod(x + 1.0, 2.0) - 1.0); }

void main() {
  // The mean over a pixel: squares finer than that, as where liquids have just met, are grey.
  vec3 width = max(fwidth(place), 1e-4);
  vec3 waves = (ramp(place + 0.5 * width) - ramp(place - 0.5 * width)) / width;
  float lit = 0.5 + 0.5 * waves.x * waves.y * waves.z;
  depthOut = vec4(depth);
  colourOut = vec4(sqrt(mix(dark * dark, light * light, lit)), look);
  normalOut = vec4(worldNormal, floor(255.0 * look + 0.5));
}
