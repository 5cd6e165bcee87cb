#version 410 core
#include "frame.glsl"
#include "environment.glsl"
// Lays a grid over the picture and lights each corner as floor or backdrop. The grid needs no attributes:
// each row is an instance.
uniform int columns;
uniform int rows;
uniform int hasFloor;
out vec4 light;
out float nearness;  // one over the depth along the view direction [1/m]
void main() {
  vec2 uv = vec2(float(gl_VertexID >> 1) / float(columns), float(gl_InstanceID + (gl_VertexID & 1)) / float(rows));
  vec3 ray = viewRay(uv);
  light = vec4(backdrop(ray), 1.0);
  nearness = 0.0;
  float drop = eye.y - backdropLow.w;
  if (hasFloor == 1 && ray.y < -1e-6) {
    // The light is the same as in shade_floor.frag.
    float z = -drop / ray.y, away = length(eye.xyz + z * ray - litFloor.xyz) / litFloor.w;
    light.rgb = floorLight(ray, away, diffuseLight(vec3(0, 1, 0)) + sunColour.rgb * sunDirection.y);
    nearness = 1.0 / z;
  }
  if (floorColour.w > 0.5) light = vec4(0.0);  // a transparent picture shows only shadows, drawn later
  gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);
}
