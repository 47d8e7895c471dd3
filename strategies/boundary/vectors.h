// Vector arithmetic on latents, in double precision.
#pragma once

#include <span>
#include <vector>

#include "latentfuzz/strategies/latent_space.h"

namespace latentfuzz {

double Dot(std::span<const float> a, std::span<const float> b);
double Norm(std::span<const float> a);

// a + share * (b - a). REQUIRES: same size.
std::vector<float> Lerp(std::span<const float> a, std::span<const float> b, double share);

// Spherical blend (Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985):
// directions follow the great circle from a (share 0) to b (share 1), norms go linearly. Parallel,
// opposite and zero vectors are blended straight.
std::vector<float> Slerp(std::span<const float> a, std::span<const float> b, double share);

// Slerp for a normal prior, Lerp for a uniform one: stays where the prior has its mass.
std::vector<float> Blend(const LatentSpace& space, std::span<const float> a,
                         std::span<const float> b, double share);

}  // namespace latentfuzz
