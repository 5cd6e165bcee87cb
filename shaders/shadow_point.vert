#version 410 core
#include "frame.glsl"
// Draws a particle as a square point into the shadow map (quality 0).
layout(location = 0) in vec3 position;
uniform float radius;
void main() {
  gl_Position = sunMatrix * vec4(position, 1.0);
  gl_PointSize = 1.8 * radius / sunColour.w * tile.z;  // side of a square with about the area of the disc
}
