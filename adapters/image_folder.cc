#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <system_error>

#include "latentfuzz/adapters/image_set.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;

// Float pixels of all images; more would not leave room for the models.
constexpr std::size_t kMostBytes = std::size_t{6} << 30;

struct ClassFolder {
  std::string name;
  std::vector<fs::path> files;  // sorted
};

[[noreturn]] void Fail(const fs::path& path, const std::string& problem, const char* hint) {
  throw Error(ErrorKind::kData, path.string() + ": " + problem, hint);
}

bool IsImage(const fs::path& path) {
  static constexpr std::array<std::string_view, 3> kEndings{".png", ".jpg", ".jpeg"};
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

// Paths in `folder` but hidden ones, sorted.
std::vector<fs::path> List(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::directory_iterator it(folder, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (!it->path().filename().string().starts_with('.')) paths.push_back(it->path());
  }
  if (error) {
    throw Error(ErrorKind::kIo, folder.string() + ": " + error.message(),
                "check the path and its permissions");
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Where all names are numbers, "10" comes after "9".
void SortByNumber(std::vector<ClassFolder>* classes) {
  const bool numbers = std::all_of(classes->begin(), classes->end(), [](const ClassFolder& each) {
    return each.name.find_first_not_of("0123456789") == std::string::npos;
  });
  if (!numbers) return;
  std::stable_sort(
      classes->begin(), classes->end(),
      [](const ClassFolder& a, const ClassFolder& b) { return a.name.size() < b.name.size(); });
}

std::vector<ClassFolder> ListClasses(const fs::path& folder) {
  std::vector<ClassFolder> classes;
  for (const fs::path& path : List(folder)) {
    if (!fs::is_directory(path)) continue;
    ClassFolder each{path.filename().string(), List(path)};
    std::erase_if(each.files, [](const fs::path& file) { return !IsImage(file); });
    if (each.files.empty()) {
      Fail(path, "holds no PNG or JPEG file",
           "give the folder that holds one folder of images a class, and remove empty ones");
    }
    classes.push_back(std::move(each));
  }
  SortByNumber(&classes);
  if (classes.size() < 2) {
    Fail(folder,
         classes.empty() ? "has no class folders"
                         : fmt::format("has one class only, '{}'", classes.front().name),
         "put the images of each class into a folder of its own; there must be two classes");
  }
  return classes;
}

// Leaves equally many files of each class, as far as they have them, and at most `limit` in all.
void Thin(std::vector<ClassFolder>* classes, std::size_t limit) {
  std::size_t left = limit;
  std::vector<std::size_t> kept(classes->size(), 0);
  for (bool more = true; more && left > 0;) {
    more = false;
    for (std::size_t c = 0; c < kept.size() && left > 0; ++c) {
      if (kept[c] == (*classes)[c].files.size()) continue;
      ++kept[c];
      --left;
      more = true;
    }
  }
  for (std::size_t c = 0; c < kept.size(); ++c) (*classes)[c].files.resize(kept[c]);
}

cv::Mat Decode(const fs::path& path) {
  try {
    cv::Mat image = cv::imread(path.string(), cv::IMREAD_ANYCOLOR);
    if (!image.empty()) return image;
  } catch (const cv::Exception&) {
    // Reported below, as a file that decodes to nothing is.
  }
  Fail(path, "cannot be read as an image", "replace or remove this file");
}

cv::Mat Convert(cv::Mat image, const ReadOptions& options) {
  const int side = options.side;
  if (side > 0 && (image.rows != side || image.cols != side)) {
    const bool shrinks = image.rows >= side && image.cols >= side;
    cv::resize(image, image, {side, side}, 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
  }
  const int channels = options.channels > 0 ? options.channels : image.channels();
  if (channels == 1 && image.channels() == 3) cv::cvtColor(image, image, cv::COLOR_BGR2GRAY);
  if (channels == 3 && image.channels() == 1) cv::cvtColor(image, image, cv::COLOR_GRAY2BGR);
  return image;
}

// BGR interleaved to RGB planes.
void AppendPixels(const cv::Mat& image, std::vector<float>* values) {
  const int channels = image.channels();
  for (int c = channels - 1; c >= 0; --c) {
    for (int y = 0; y < image.rows; ++y) {
      const std::uint8_t* row = image.ptr<std::uint8_t>(y);
      for (int x = 0; x < image.cols; ++x) {
        values->push_back(static_cast<float>(row[x * channels + c]) / 255.0F);
      }
    }
  }
}

void Append(const fs::path& path, const ReadOptions& options, std::size_t total,
            ImageBatch* images) {
  const cv::Mat image = Convert(Decode(path), options);
  const ImageShape shape{image.channels(), image.rows, image.cols};
  if (images->values.empty()) {
    images->shape = shape;
    if (total * shape.pixels() * sizeof(float) > kMostBytes) {
      Fail(path.parent_path().parent_path(),
           fmt::format("{} images of {} do not fit into {} GiB", total, shape.ToString(),
                       kMostBytes >> 30),
           "read fewer (--limit), or smaller ones (--size)");
    }
    images->values.reserve(total * shape.pixels());
  }
  if (shape != images->shape) {
    Fail(path,
         fmt::format("is a {} image, but those before it are {}", shape.ToString(),
                     images->shape.ToString()),
         "make all images alike, or convert them while reading (train: --size, --color)");
  }
  AppendPixels(image, &images->values);
}

}  // namespace

ImageSet ReadImageFolder(const fs::path& folder, const ReadOptions& options) {
  std::vector<ClassFolder> classes = ListClasses(folder);
  if (options.limit > 0) Thin(&classes, options.limit);
  std::size_t total = 0;
  for (const ClassFolder& each : classes) total += each.files.size();
  ImageSet data;
  for (const ClassFolder& each : classes) {
    const auto label = static_cast<int>(data.classes.size());
    data.classes.push_back(each.name);
    for (const fs::path& file : each.files) {
      Append(file, options, total, &data.images);
      data.labels.push_back(label);
    }
  }
  return data;
}

}  // namespace latentfuzz
