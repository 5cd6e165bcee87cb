#version 410 core
#include "frame.glsl"
// Transforms the liquid's surface, with texture coordinates in the checker that the liquid carries.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 colour;       // colour of light squares; alpha: index of the look / 255
layout(location = 3) in vec4 otherColour;  // colour of dark squares
layout(location = 5) in vec3 pattern;      // initial position of the liquid [squares]
out vec3 worldNormal;
out vec3 light;
out vec3 dark;
out vec3 place;
flat out float look;
out float depth;
void main() {
  worldNormal = normal;
  light = colour.rgb;
  dark = otherColour.rgb;
  place = pattern;
  look = colour.a;
  depth = dot(position - eye.xyz, forward.xyz);
  gl_Position = viewProjection * vec4(position, 1.0);
}
