#include "latentfuzz/training/session.h"

#include <fmt/format.h>
#include <torch/serialize.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "latentfuzz/base/error.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

namespace fs = std::filesystem;

class Session {
 public:
  Session(torch::jit::Module& module, Fit& fit, const SessionOptions& options)
      : parameters_(Parameters(module)), fit_(fit), options_(options) {}

  SessionResult Run(const std::function<double()>& held_out_loss) {
    // What compiled code computes depends on how often it has run: a resumed session would differ.
    const torch::jit::GraphOptimizerEnabledGuard op_by_op(false);
    if (fs::exists(options_.checkpoint)) {
      Load();
    } else if (options_.seconds > 0) {
      fit_.Plan(std::max(1, static_cast<int>(options_.seconds / fit_.MeasureEpoch())));
    }
    while (!fit_.done() && !OutOfPatience()) {
      const auto loss = fit_.RunEpoch(options_.stop);
      if (!loss) {
        result_.interrupted = true;
        break;
      }
      Judge(*loss, held_out_loss());
      Save();
    }
    result_.epochs = fit_.epoch();
    if (!result_.interrupted) Assign(best_);
    return result_;
  }

 private:
  bool OutOfPatience() const {
    return options_.patience > 0 && fit_.epoch() - result_.best_epoch >= options_.patience;
  }

  void Judge(double loss, double held_out) {
    const bool better = best_.empty() || held_out < result_.held_out;
    if (better) {
      result_.held_out = held_out;
      result_.best_epoch = fit_.epoch();
      best_.clear();
      for (const torch::Tensor& each : parameters_) best_.push_back(each.detach().clone());
    }
    if (options_.after_epoch) {
      options_.after_epoch({fit_.epoch(), fit_.epochs(), loss, held_out, better});
    }
  }

  void Assign(const std::vector<torch::Tensor>& values) {
    const torch::NoGradGuard no_grad;
    for (std::size_t i = 0; i < values.size(); ++i) parameters_[i].copy_(values[i]);
  }

  void Save() const {
    torch::serialize::OutputArchive archive;
    archive.write("identity", c10::IValue(options_.identity));
    archive.write("held_out", c10::IValue(result_.held_out));
    archive.write("best_epoch", c10::IValue(std::int64_t{result_.best_epoch}));
    torch::serialize::OutputArchive fit(archive.compilation_unit());
    fit_.Save(&fit);
    archive.write("fit", fit);
    archive.write("best", c10::IValue(c10::List<torch::Tensor>(best_)));
    const fs::path temporary = options_.checkpoint.string() + ".new";
    try {
      archive.save_to(temporary.string());
      fs::rename(temporary, options_.checkpoint);
    } catch (const std::exception& error) {
      throw Error(ErrorKind::kIo, options_.checkpoint.string() + ": " + error.what(),
                  "Check that the folder exists, is writable and has space.");
    }
  }

  void Load() {
    c10::IValue identity;
    try {
      torch::serialize::InputArchive archive;
      archive.load_from(options_.checkpoint.string());
      archive.read("identity", identity);
      if (identity.toStringRef() == options_.identity) Restore(archive);
    } catch (const c10::Error& error) {
      throw Error(ErrorKind::kData,
                  fmt::format("{}: damaged checkpoint: {}", options_.checkpoint.string(),
                              error.what_without_backtrace()),
                  "Remove it to train anew.");
    }
    if (identity.toStringRef() != options_.identity) {
      throw Error(
          ErrorKind::kUsage,
          options_.checkpoint.string() + ": checkpoint of another data set or other options",
          "Give the options it was made with, or remove it to train anew.");
    }
  }

  void Restore(torch::serialize::InputArchive& archive) {
    c10::IValue held_out, best_epoch, best;
    archive.read("held_out", held_out);
    archive.read("best_epoch", best_epoch);
    archive.read("best", best);
    torch::serialize::InputArchive fit;
    archive.read("fit", fit);
    fit_.Load(&fit);
    result_.held_out = held_out.toDouble();
    result_.best_epoch = static_cast<int>(best_epoch.toInt());
    best_ = best.toTensorVector();
  }

  std::vector<torch::Tensor> parameters_;
  Fit& fit_;
  const SessionOptions& options_;
  SessionResult result_;
  std::vector<torch::Tensor> best_;
};

}  // namespace

SessionResult RunSession(torch::jit::Module& module, Fit& fit,
                         const std::function<double()>& held_out_loss,
                         const SessionOptions& options) {
  return Session(module, fit, options).Run(held_out_loss);
}

}  // namespace latentfuzz::training
