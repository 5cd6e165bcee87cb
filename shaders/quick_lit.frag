#version 410 core
// What was lit at its vertices.
in vec4 light;
in float nearness;
layout(location = 0) out vec4 colourOut;
layout(location = 1) out vec4 depthOut;
void main() {
  colourOut = light;
  depthOut = vec4(1.0 / max(nearness, 1e-9));
}
