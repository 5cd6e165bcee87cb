#version 410 core
// Draws one triangle over the whole picture, at the far plane. A depth test of GREATER then selects only
// pixels that were drawn before.
out vec2 uv;
void main() {
  uv = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(uv * 2.0 - 1.0, 1.0, 1.0);
}
