#include "latentfuzz/training/minibatch.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {

std::vector<std::size_t> InOrder(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

std::vector<std::size_t> Shuffled(std::size_t count, Rng& rng) {
  std::vector<std::size_t> order = InOrder(count);
  Shuffle(std::span(order), rng);
  return order;
}

Minibatch Gather(const LabelledImages& data, std::span<const std::size_t> rows,
                 const Augmentation& augmentation, Rng& rng) {
  ImageBatch images(rows.size(), data.images.shape);
  std::vector<int> labels;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Augment(data.images.image(rows[i]), images.shape, augmentation, rng, images.image(i));
    labels.push_back(data.labels[rows[i]]);
  }
  return {ToTensor(images), ToTensor(labels)};
}

void ForEachBatch(const LabelledImages& data, std::size_t batch,
                  const std::function<void(const Minibatch&)>& visit) {
  Rng unused(0, StreamPurpose::kBreed);
  const std::vector<std::size_t> order = InOrder(data.labels.size());
  for (std::size_t begin = 0, step = 0; begin < order.size(); begin += batch, ++step) {
    const auto rows = std::span(order).subspan(begin, std::min(batch, order.size() - begin));
    Minibatch each = Gather(data, rows, {}, unused);
    each.progress = 1;
    each.step = step;
    visit(each);
  }
}

double MeanLoss(const LabelledImages& data, std::size_t batch,
                const std::function<torch::Tensor(const Minibatch&)>& loss) {
  const torch::NoGradGuard no_grad;
  double sum = 0;
  ForEachBatch(data, batch, [&](const Minibatch& each) {
    sum += loss(each).item<double>() * static_cast<double>(each.labels.size(0));
  });
  return sum / static_cast<double>(data.labels.size());
}

}  // namespace latentfuzz::training
