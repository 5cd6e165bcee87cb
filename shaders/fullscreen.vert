#version 410 core
// One triangle over the whole picture, at the far plane: a depth test of GREATER leaves only pixels drawn before.
out vec2 uv;
void main() {
  uv = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(uv * 2.0 - 1.0, 1.0, 1.0);
}
