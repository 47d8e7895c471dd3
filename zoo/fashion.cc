#include "latentfuzz/zoo/fashion.h"

namespace latentfuzz::zoo {

training::DataFacts FashionFacts() {
  return {{1, 28, 28}, "fashion-seeds-images-idx3-ubyte.gz", "fashion-seeds-labels-idx1-ubyte.gz"};
}

const std::vector<std::string>& FashionClasses() {
  static const std::vector<std::string> classes{"T-shirt/top", "Trouser",   "Pullover", "Dress",
                                                "Coat",        "Sandal",    "Shirt",    "Sneaker",
                                                "Bag",         "Ankle boot"};
  return classes;
}

}  // namespace latentfuzz::zoo
