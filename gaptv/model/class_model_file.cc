// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/file.h"
#include "gaptv/model/json_node.h"
#include "gaptv/model/json_text.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/model_json.h"

namespace gaptv {
namespace {

constexpr const char* class_format = "gaptv-class-model";
constexpr std::uint64_t newest_class_format = 1;

std::vector<std::string> feature_names(const Model& model) {
  std::vector<std::string> names;
  for (const Axis& axis : model.grid.axes) names.push_back(axis.name);
  return names;
}

// That the model is one of this class, and of the same features as the first.
void check_part(const JsonNode& node, const Model& part, const Model& first, const std::string& label) {
  const JsonNode record = node["record"];
  if (!loss_of(part.record)->accepts().are_two_classes) record["loss"].refuse("is not binomial");
  if (part.record.classes.empty() || part.record.classes.back() != label) {
    record["classes"].refuse("does not end with the label of the class, '" + label + "'");
  }
  if (part.record.outcome != first.record.outcome) record["outcome"].refuse("is not that of the first class");
  if (feature_names(part) != feature_names(first))
    node["grid"].refuse("has other features than that of the first class");
}

ClassModel class_model_from_node(const JsonNode& root) {
  check_format(root, class_format, newest_class_format);
  ClassModel model;
  model.classes = root["classes"].list(&JsonNode::text);
  if (model.classes.size() < 3) root["classes"].refuse("has fewer than three entries");
  if (std::set(model.classes.begin(), model.classes.end()).size() != model.classes.size()) {
    root["classes"].refuse("has an entry twice");
  }
  model.train_rmse = root["train"]["rmse"].number_from_0();
  model.train_deviance = root["train"]["deviance"].number_from_0();
  model.notes = root["notes"].list(&JsonNode::text);
  const JsonNode models = root["models"];
  models.require_size(model.classes.size());
  for (std::size_t k = 0; k < model.classes.size(); ++k) {
    model.models.push_back(model_from_node(models.element(k)));
    check_part(models.element(k), model.models.back(), model.models.front(), model.classes[k]);
  }
  return model;
}

}  // namespace

std::string model_to_json(const ClassModel& model) {
  nlohmann::ordered_json models = nlohmann::ordered_json::array();
  for (const Model& one : model.models) models.push_back(model_json(one));
  return json_text({{"format", class_format},
                    {"format_version", newest_class_format},
                    {"classes", model.classes},
                    {"train", {{"rmse", model.train_rmse}, {"deviance", model.train_deviance}}},
                    {"notes", model.notes},
                    {"models", std::move(models)}});
}

AnyModel any_model_from_json(std::string_view text, const std::string& source) {
  const JsonSource file = {source};
  const nlohmann::json json = parse_json(text, file);
  const JsonNode root(json, "", file);
  if (root.has("format", class_format)) return class_model_from_node(root);
  return model_from_node(root);
}

Model model_from_json(std::string_view text, const std::string& source) {
  AnyModel model = any_model_from_json(text, source);
  if (Model* const single = std::get_if<Model>(&model)) return std::move(*single);
  throw InvalidInput(source +
                     ": is a model of several classes (one-vs-rest), which cannot be used here; give one of a "
                     "number, of two classes or of counts");
}

void write_model(const Model& model, const std::string& path) {
  write_file(path, model_to_json(model));
}

void write_model(const ClassModel& model, const std::string& path) {
  write_file(path, model_to_json(model));
}

Model read_model(const std::string& path) {
  return model_from_json(read_file(path), path);
}

AnyModel read_any_model(const std::string& path) {
  return any_model_from_json(read_file(path), path);
}

}  // namespace gaptv
