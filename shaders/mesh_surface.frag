#version 410 core
in vec3 worldNormal;
uniform vec3 albedo;  // square root of the linear colour: eight bits are too few for dark linear ones
uniform float kind;
uniform float roughness;
layout(location = 0) out vec4 albedoOut;
layout(location = 1) out vec4 normalOut;
void main() {
  vec3 n = normalize(worldNormal);
  albedoOut = vec4(albedo, kind / 255.0);
  normalOut = vec4(gl_FrontFacing ? n : -n, roughness);
}
