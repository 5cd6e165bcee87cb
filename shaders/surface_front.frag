#version 410 core
in vec3 worldNormal;
in vec3 tint;
flat in float look;
in float depth;
layout(location = 0) out vec4 depthOut;
layout(location = 1) out vec4 colourOut;
layout(location = 2) out vec4 normalOut;
void main() {
  depthOut = vec4(depth);
  colourOut = vec4(tint, look);
  normalOut = vec4(worldNormal, 0.0);
}
