#version 410 core
// Copies a texture into the bound target.
in vec2 uv;
uniform sampler2D picture;
layout(location = 0) out vec4 colourOut;
void main() { colourOut = texture(picture, uv); }
