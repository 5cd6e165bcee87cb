#version 410 core
in vec2 onDisc;
void main() {
  if (dot(onDisc, onDisc) > 1.0) discard;
}
