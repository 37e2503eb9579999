// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// "To repeat it": the command that a report prints runs, and gives the same bytes.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>

#include "gaptv/base/random.h"
#include "gaptv/model/option_table.h"
#include "tests/cli/program.h"

namespace gaptv {
namespace {

using testing::Outcome;

std::string pick(Random& random, const std::vector<std::string>& texts) {
  return texts[random.below(texts.size())];
}

// Outcomes of every kind that the program tells apart.
enum class Kind { number, two_values, counts, two_labels, three_labels, kinds };

class RepeatTest : public testing::CliTest {
 protected:
  static std::string random_rows(Random& random, Kind kind, bool has_missing) {
    std::ostringstream text;
    text << "first feature,b,y,w,e\n";
    for (int row = 0; row < 60; ++row) {
      const double a = random.uniform();
      const double level = a > 0.5 ? 2 : 0;
      text << a << ',' << random.uniform() << ',';
      if (has_missing && row == 7) {
        text << "NA";
      } else if (kind == Kind::number) {
        text << level + random.normal();
      } else if (kind == Kind::counts) {
        text << std::floor(level + 3 * random.uniform());
      } else if (kind == Kind::two_values) {
        text << (random.uniform() * 3 < level ? 1 : 0);
      } else {
        const std::vector<std::string> labels = {"low", "it's high", "other"};
        text << labels[random.below(kind == Kind::two_labels ? 2 : 3)];
      }
      text << ',' << 1 + random.below(3) << ',' << 0.5 + random.uniform() << '\n';
    }
    return text.str();
  }

  // Some options that the method and the loss look at, each with a value that it may have.
  static std::string random_options(Random& random, const std::string& method, bool is_robust) {
    const std::map<std::string, std::vector<std::string>> values = {
        {"preset", {"best", "paper"}},
        {"bins", {"gap", "gap-printed", "cv", "3", "4,3"}},
        {"bins_min", {"2", "3"}},
        {"bins_max", {"5", "6", "auto"}},
        {"finer", {"1", "1.3"}},
        {"axis_bins", {"own", "equal"}},
        {"lambda", {"cv", "cv-paired", "cv-1se", "aic", "bic", "0.12345678901234", "3"}},
        {"lambdas", {"4", "9"}},
        {"lambda_ratio", {"20", "123.456789012"}},
        {"folds", {"3", "4"}},
        {"edges", {"rank", "metric"}},
        {"empty_cells", {"mean", "middle"}},
        {"shifts", {"1", "2", "3"}},
        {"border", {"0", "0.7", "2"}},
        {"first_border", {"0", "5"}},
        {"relax", {"0", "0.3", "cv"}},
        {"regions", {"auto", "1se", "within=3%", "4"}},
        {"min_rows", {"2", "9"}},
        {"held_out", {"recipe", "nested", "off"}},
        {"prune", {"none", "1se", "min"}},
        {"cp", {"0.001", "0.02"}},
        {"min_split", {"4", "11"}},
        {"min_bucket", {"2", "5"}},
        {"max_depth", {"2", "9"}},
        {"seed", {"1", "18446744073709551615"}}};
    std::string text;
    bool is_pruned = method != "cart";
    for (const FitOption& option : fit_option_table()) {
      const auto found = values.find(std::string(option.name));
      if (found == values.end() || !looks_at(method, option) || random.below(3) > 0) continue;
      if (is_robust && (option.is_for_cell_losses_only || option.name == "edges")) continue;
      if (option.name == "folds" && !is_pruned && text.find("--prune") == std::string::npos) {
        text += " --prune min";
      } else if (option.name == "prune" && text.find("--folds") != std::string::npos) {
        continue;
      }
      std::string flag = "--" + std::string(option.name);
      std::ranges::replace(flag, '_', '-');
      text += " " + flag + " " + pick(random, found->second);
    }
    return text;
  }

  // The command that the report of the model prints.
  std::string printed_command(const std::string& model) const {
    must("report " + model + " -o page.html --quiet");
    const std::string page = read("page.html");
    const std::string begin = "<code>gaptv fit";
    const std::size_t start = page.find(begin) + std::string("<code>").size();
    std::string command = page.substr(start, page.find("</code>", start) - start);
    for (const auto& [html, plain] : std::vector<std::pair<std::string, std::string>>{
             {"&#39;", "'"}, {"&quot;", "\""}, {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}}) {
      for (std::size_t at; (at = command.find(html)) != std::string::npos;) command.replace(at, html.size(), plain);
    }
    return command.replace(command.find("DATA.csv"), std::string("DATA.csv").size(), "data.csv");
  }

  void check_case(std::uint64_t number) {
    Random random(4711, number);
    const auto kind = static_cast<Kind>(random.below(static_cast<std::size_t>(Kind::kinds)));
    const bool has_missing = random.below(4) == 0;
    std::vector<std::string> methods = {"gaptv", "gaptv", "gaptv"};
    if (kind != Kind::counts) methods.insert(methods.end(), {"cart", "cart-cv"});
    if (kind == Kind::number) methods.emplace_back("gapcrisp");
    const std::string method = pick(random, methods);
    const bool is_robust = kind == Kind::number && method == "gaptv" && random.below(3) == 0;
    write("data.csv", random_rows(random, kind, has_missing));
    std::string command = "fit data.csv --x 'first feature,b' --y y -o a.json --quiet --method " + method;
    if (has_missing) command += " --missing drop";
    if (is_robust) command += " --loss " + pick(random, {"huber", "huber=0.7", "quantile=0.8"});
    if (kind == Kind::counts) command += " --loss poisson" + pick(random, {"", " --exposure e"});
    if (random.below(3) == 0) command += " --weight w" + pick(random, {"", " --weight-kind precision"});
    command += random_options(random, method, is_robust);
    const Outcome first = gaptv(command);
    if (first.exit_code == 2 && testing::contains(first.err, "--bins-min")) return;  // larger than --bins-max
    // Some go only with certain others: rules of regions with held-out errors, and not with trees; no nested robust
    // loss.
    const bool is_refused = first.exit_code != 0;
    if (is_refused && (testing::contains(first.err, "--regions") || testing::contains(first.err, "--held-out"))) return;
    ++compared_;
    ASSERT_EQ(first.exit_code, 0) << command << "\n" << first.err;
    const std::string printed = printed_command("a.json");
    const Outcome second = shell(printed + " -o b.json --quiet");
    ASSERT_EQ(second.exit_code, 0) << command << "\n" << printed << "\n" << second.err;
    EXPECT_EQ(read("a.json"), read("b.json")) << command << "\n" << printed;
  }

  std::size_t compared_ = 0;
};

TEST_F(RepeatTest, HowTheFileIsToBeReadIsRepeatedToo) {
  Random random(7);
  std::ostringstream text;
  text << "a|b|y\n";
  for (int row = 0; row < 60; ++row) {
    const auto level = 1 + random.below(5);
    text << 10 + random.below(80) << ".250|" << random.below(1000) << "|";
    if (row % 20 == 7) {
      text << (row == 7 ? "k, A" : "-99") << '\n';
    } else {
      text << level << ",5" << random.below(10) << '\n';
    }
  }
  write("data.csv", text.str());
  must(
      "fit data.csv --x a,b --y y -o a.json --quiet --delimiter '|' --decimal , --encoding latin-1 --missing drop "
      "--na '\"k, A\",-99'");
  const std::string printed = printed_command("a.json");
  for (const char* part : {"--delimiter '|'", "--decimal ,", "--na '\"k, A\",-99'", "--encoding latin-1"}) {
    EXPECT_TRUE(testing::contains(printed, part)) << printed;
  }
  must(printed.substr(std::string("gaptv ").size()) + " -o b.json --quiet");
  EXPECT_EQ(read("a.json"), read("b.json")) << printed;
}

TEST_F(RepeatTest, ThePrintedCommandGivesTheSameBytes) {
  for (std::uint64_t number = 0; number < 30; ++number) check_case(number);
  EXPECT_GT(compared_, 15U);
}

TEST_F(RepeatTest, SlowThePrintedCommandGivesTheSameBytesForManyOptions) {
  for (std::uint64_t number = 1000; number < 1500; ++number) check_case(number);
}

}  // namespace
}  // namespace gaptv
