#version 410 core
#include "frame.glsl"
#include "environment.glsl"
// A grid over the picture, each corner lit as floor or backdrop. No attributes: a row of the grid is an instance.
uniform int columns;
uniform int rows;
uniform int hasFloor;
out vec4 light;
out float nearness;  // one over the depth along the view [1/m]
void main() {
  vec2 uv = vec2(float(gl_VertexID >> 1) / float(columns), float(gl_InstanceID + (gl_VertexID & 1)) / float(rows));
  vec3 ray = viewRay(uv);
  light = vec4(backdrop(ray), 1.0);
  nearness = 0.0;
  float drop = eye.y - backdropLow.w;
  if (hasFloor == 1 && ray.y < -1e-6) {
    // As shade_floor.frag lights it.
    float z = -drop / ray.y, away = length(eye.xyz + z * ray - centre.xyz) / backdropHigh.w;
    light.rgb = floorLight(ray, away, diffuseLight(vec3(0, 1, 0)) + sunColour.rgb * sunDirection.y);
    nearness = 1.0 / z;
  }
  if (floorColour.w > 0.5) light = vec4(0.0);  // transparent: nothing but shadows, which come after
  gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);
}
