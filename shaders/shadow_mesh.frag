#version 410 core
// Writes only depth, for shadow maps.
void main() {}
