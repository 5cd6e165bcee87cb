#version 410 core
#include "frame.glsl"
// Places a quad round a particle, for the layers of a picture that shows particles.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 velocity;
layout(location = 2) in float material;
uniform float radius;
out vec3 onQuad;  // position on the quad, relative to the eye [m]
flat out vec3 centreOfSphere;
flat out vec3 particleVelocity;
flat out float objectIndex;
void main() {
  vec3 c = position - eye.xyz;
  float distance2 = dot(c, c);
  vec3 away = c * inversesqrt(distance2);
  vec3 right = normalize(cross(away, vec3(viewMatrix[0][1], viewMatrix[1][1], viewMatrix[2][1])));
  vec3 up = cross(right, away);
  float reach = radius * sqrt(distance2 / max(distance2 - radius * radius, 1e-6 * distance2));
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  onQuad = c + reach * (corner.x * right + corner.y * up);
  centreOfSphere = c;
  particleVelocity = velocity;
  objectIndex = material + 1.0;
  gl_Position = distance2 > radius * radius ? viewProjection * vec4(eye.xyz + onQuad, 1.0) : vec4(2, 2, 2, 1);
}
