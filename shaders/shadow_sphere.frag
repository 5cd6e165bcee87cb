#version 410 core
// Cuts a disc out of a particle's quad in the shadow map.
in vec2 onDisc;
void main() {
  if (dot(onDisc, onDisc) > 1.0) discard;
}
