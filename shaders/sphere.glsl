// Intersects a view ray with a sphere (sphere impostor). Positions are relative to the eye [m].
// at: the first intersection. Returns false if the ray misses the sphere.
bool intersectSphere(vec3 ray, vec3 centre, float radius, out vec3 at) {
  float along = dot(ray, centre) / dot(ray, ray);
  vec3 nearest = along * ray - centre;
  float h = radius * radius - dot(nearest, nearest);
  at = (along - sqrt(max(h, 0.0) / dot(ray, ray))) * ray;
  return h > 0.0;
}
