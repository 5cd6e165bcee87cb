#version 410 core
#include "frame.glsl"
layout(location = 0) in vec3 position;
uniform float radius;
void main() {
  gl_Position = sunMatrix * vec4(position, 1.0);
  gl_PointSize = 1.8 * radius / sunColour.w * tile.z;  // a square of the area of the disc
}
