#version 410 core
// Draws a surface that was lit at the vertices.
in vec4 light;
in float nearness;  // one over the depth along the view direction [1/m]
layout(location = 0) out vec4 colourOut;
layout(location = 1) out vec4 depthOut;
void main() {
  colourOut = light;
  depthOut = vec4(1.0 / max(nearness, 1e-9));
}
