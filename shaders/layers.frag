#version 410 core
// Writes the layers of a picture: normal and object, velocity and depth.
in vec3 worldNormal;
in vec3 worldVelocity;
in float depth;
flat in float objectIndex;
layout(location = 0) out vec4 normalOut;    // a: index of the object plus 1; 0: none
layout(location = 1) out vec4 velocityOut;  // a: depth along the view direction [m]
void main() {
  vec3 n = normalize(worldNormal);
  normalOut = vec4(gl_FrontFacing ? n : -n, objectIndex);
  velocityOut = vec4(worldVelocity, depth);
}
