#include "grid/dense_cholesky.h"

namespace ooze::grid {

void DenseCholesky::begin(std::size_t n) {
  n_ = n;
  entries_.assign(n * n, 0.0);
}

void DenseCholesky::factor() {
  for (std::size_t j = 0; j < n_; ++j) {
    double* const row = entries_.data() + n_ * j;
    double pivot = row[j];
    for (std::size_t k = 0; k < j; ++k) {
      // Until this line row[k] holds L D.
      const double l = row[k] * entries_[n_ * k + k];
      pivot -= l * row[k];
      row[k] = l;
    }
    row[j] = 1.0 / pivot;
    for (std::size_t i = j + 1; i < n_; ++i) {
      double& below = entries_[n_ * i + j];
      for (std::size_t k = 0; k < j; ++k) below -= entries_[n_ * i + k] * row[k];
    }
  }
}

void DenseCholesky::solve(std::span<const double> r, std::span<double> z) const {
  for (std::size_t i = 0; i < n_; ++i) {
    z[i] = r[i];
    for (std::size_t k = 0; k < i; ++k) z[i] -= entries_[n_ * i + k] * z[k];
  }
  for (std::size_t i = 0; i < n_; ++i) z[i] *= entries_[n_ * i + i];
  for (std::size_t i = n_; i-- > 0;)
    for (std::size_t k = 0; k < i; ++k) z[k] -= entries_[n_ * i + k] * z[i];
}

}  // namespace ooze::grid
