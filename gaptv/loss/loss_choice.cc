// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/loss/loss_choice.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "gaptv/base/error.h"
#include "gaptv/base/infinity.h"
#include "gaptv/base/number_text.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/one_vs_rest.h"

namespace gaptv {
namespace {

// The losses of single outcomes that users can name; a new one is an entry here.
struct Family {
  std::string_view name;
  std::string_view parameter;  // in capitals, as help texts have it
  std::string_view possible;   // what the parameter may be
  double above;                // it lies strictly between these
  double below;
  double usual;                   // where none is given: this,
  bool is_usual_in_noise_scales;  // or so many noise scales
  std::shared_ptr<const OutcomeLoss> (*make)(double parameter);
};

// Huber's choice: under normal noise it loses 5 % of the efficiency of the mean.
constexpr double usual_delta = 1.345;

constexpr std::array<Family, 2> families = {
    {{"huber", "DELTA", "a number above 0", 0, infinity, usual_delta, true, huber_loss},
     {"quantile", "TAU", "a number between 0 and 1", 0, 1, 0.5, false, quantile_loss}}};

const Family* find_family(std::string_view name) {
  const auto* const found = std::ranges::find(families, name, &Family::name);
  return found != families.end() ? found : nullptr;
}

bool accepts(const Family& family, double parameter) {
  return parameter > family.above && parameter < family.below;
}

// A loss of which only the name is known.
class LossByName final : public Loss {
 public:
  explicit LossByName(std::string_view name) : name_(name) {}
  std::string_view name() const override { return name_; }

 private:
  std::string name_;
};

// Losses that are never destroyed, handed out like those that are made on demand.
std::shared_ptr<const Loss> shared(const Loss& loss) {
  return {std::shared_ptr<const Loss>(), &loss};
}

// The names of all losses of cell statistics, with something between them.
std::string names_of_cell_losses(std::string_view separator) {
  std::string names;
  for (const CellLoss* loss : all_cell_losses()) names.append(names.empty() ? "" : separator).append(loss->name());
  return names;
}

std::string choice_of_families() {
  std::string choice;
  for (const Family& family : families) {
    choice.append("|").append(family.name).append("|").append(family.name).append("=").append(family.parameter);
  }
  return choice;
}

double parse_parameter(const Family& family, const std::string& text, const std::string& number) {
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  const bool is_number = error == std::errc() && end == number.data() + number.size() && !number.empty();
  if (is_number && accepts(family, value)) return value;
  throw InvalidInput("loss '" + text + "': " + std::string(family.parameter) + " is " + std::string(family.possible) +
                     ", as in " + std::string(family.name) + "=0.5");
}

}  // namespace

std::string names_of_losses() {
  std::string names = names_of_cell_losses(", ");
  for (const Family& family : families) {
    names.append(", ").append(family.name).append("[=").append(family.parameter).append("]");
  }
  return names;
}

std::string choice_of_losses() {
  return names_of_cell_losses("|") + choice_of_families();
}

std::string choice_of_losses_to_fit() {
  return "auto|" + names_of_cell_losses("|").append("|").append(one_vs_rest) + choice_of_families();
}

std::string names_of_losses_with_trees() {
  std::string names;
  for (const CellLoss* loss : all_cell_losses()) {
    if (loss->trees() != TreeRule::none) names.append(names.empty() ? "" : ", ").append(loss->name());
  }
  return names.append(" or ").append(one_vs_rest);
}

std::shared_ptr<const Loss> loss_named(std::string_view name, std::optional<double> parameter) {
  if (const CellLoss* const loss = find_cell_loss(name)) return shared(*loss);
  if (is_one_vs_rest(name)) return shared(one_vs_rest_loss());
  if (auto loss = make_outcome_loss({std::string(name), parameter})) return loss;
  return std::make_shared<LossByName>(name);
}

LossChoice parse_loss(const std::string& text, std::string_view also) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const Family* const family = find_family(name);
  if (family == nullptr) {
    if (find_cell_loss(text) != nullptr) return {text};
    throw InvalidInput("loss '" + text + "' is not known; give one of: " + std::string(also) + names_of_losses());
  }
  if (equals == std::string::npos) return {name};
  return {name, parse_parameter(*family, text, text.substr(equals + 1))};
}

bool is_possible(const LossChoice& choice) {
  const Family* const family = find_family(choice.name);
  return family != nullptr && (!choice.parameter || accepts(*family, *choice.parameter));
}

bool is_loss_of_outcomes(std::string_view name) {
  return find_family(name) != nullptr;
}

bool needs_noise_scale(const LossChoice& choice) {
  const Family* const family = find_family(choice.name);
  return family != nullptr && family->is_usual_in_noise_scales && !choice.parameter;
}

std::string describe_parameter_from_noise(const LossChoice& choice, double parameter) {
  if (!needs_noise_scale(choice)) return "";
  const Family& family = *find_family(choice.name);
  std::string symbol(family.parameter);
  for (char& letter : symbol) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  const std::string name(family.name);
  return "loss " + name + ": " + symbol + " " + number_text(parameter) + ", " + number_text(family.usual) +
         " times the noise within cells (`loss=" + name + "=" + std::string(family.parameter) + "` sets it)";
}

std::shared_ptr<const OutcomeLoss> make_outcome_loss(const LossChoice& choice, double noise_scale) {
  const Family* const family = find_family(choice.name);
  if (family == nullptr) return nullptr;
  const double usual = family->usual * (family->is_usual_in_noise_scales ? noise_scale : 1.0);
  return family->make(choice.parameter.value_or(usual));
}

}  // namespace gaptv
