// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "gaptv/base/infinity.h"
#include "gaptv/base/random.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv::testing {
namespace {

using Numbers = std::vector<double>;

double reference(const CellLoss& loss, double observations, double mean = 0) {
  return loss.gap_reference({observations, mean, {}, 7});
}

// Minus the log likelihood of an observation y at the link b, up to a term without b, straight from the textbook.
struct Textbook {
  const CellLoss& loss;
  std::function<double(double y, double b)> negative_log_likelihood;
  Numbers means;  // inside the range of possible ones
};

const std::vector<Textbook>& textbook() {
  static const std::vector<Textbook> all = {
      {squared_loss(), [](double y, double b) { return (y - b) * (y - b) / 2; }, {-3, -0.5, 0, 1e-3, 2}},
      {binomial_loss(),
       [](double y, double b) { return std::log1p(std::exp(b)) - y * b; },
       {1e-6, 0.1, 0.5, 0.7, 0.999}},
      {poisson_loss(), [](double y, double b) { return std::exp(b) - y * b; }, {1e-6, 0.1, 1, 30, 1e4}},
      {gamma_loss(), [](double y, double b) { return y * std::exp(-b) + b; }, {1e-6, 0.1, 1, 30, 1e4}},
  };
  return all;
}

class EveryLoss : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Textbook& book() const { return textbook()[GetParam()]; }
  double link(double mean) const {
    Numbers values = {mean};
    book().loss.to_link(values);
    return values[0];
  }
};
INSTANTIATE_TEST_SUITE_P(Losses, EveryLoss, ::testing::Range(std::size_t{0}, textbook().size()),
                         [](const auto& tested) { return std::string(textbook()[tested.param].loss.name()); });

TEST_P(EveryLoss, IsFoundByItsName) {
  EXPECT_EQ(find_cell_loss(book().loss.name()), &book().loss);
  EXPECT_EQ(textbook().size(), all_cell_losses().size());
}

TEST_P(EveryLoss, LinksThereAndBack) {
  for (const double mean : book().means) {
    Numbers values = {mean, mean};
    book().loss.to_link(values);
    book().loss.to_mean(values);
    EXPECT_NEAR(values[0], mean, 1e-13 * (1 + std::abs(mean)));
    EXPECT_EQ(values[0], values[1]);
  }
}

TEST_P(EveryLoss, DivergenceIsTheLossOfLikelihoodAgainstTheBestValue) {
  for (const double mean : book().means) {
    for (const double fitted : book().means) {
      const double expected =
          book().negative_log_likelihood(mean, link(fitted)) - book().negative_log_likelihood(mean, link(mean));
      const double scale = std::abs(book().negative_log_likelihood(mean, link(fitted))) +
                           std::abs(book().negative_log_likelihood(mean, link(mean))) + 1;
      EXPECT_NEAR(book().loss.divergence(Numbers{3, 0}, Numbers{mean, mean}, Numbers{fitted, fitted}), 3 * expected,
                  1e-12 * scale)
          << mean << ' ' << fitted;
    }
  }
}

double second_difference(const std::function<double(double)>& f, double at, double step) {
  return (f(at + step) - 2 * f(at) + f(at - step)) / (step * step);
}

TEST_P(EveryLoss, CurvatureAtTheMeanIsTheInformationOnTheLink) {
  for (const double mean : {0.1, 0.5, 0.9}) {
    const auto divergence = [&](double b) {
      Numbers fitted = {b};
      book().loss.to_mean(fitted);
      return book().loss.divergence(Numbers{1}, Numbers{mean}, fitted);
    };
    const double expected = book().loss.information_on_link(mean);
    EXPECT_NEAR(second_difference(divergence, link(mean), 1e-3), expected, 1e-5 * expected) << mean;
  }
}

TEST_P(EveryLoss, SlopeByTheLinkIsThatOfTheTextbook) {
  constexpr double step = 1e-5;
  for (const double mean : {0.1, 0.5, 0.9}) {
    for (const double fitted : {0.2, 0.6}) {
      const auto slope = [&](const std::function<double(double)>& f) {
        return (f(link(fitted) + step) - f(link(fitted) - step)) / (2 * step);
      };
      const double own = slope([&](double b) {
        Numbers value = {b};
        book().loss.to_mean(value);
        return book().loss.divergence(Numbers{1}, Numbers{mean}, value);
      });
      EXPECT_NEAR(own, slope([&](double b) { return book().negative_log_likelihood(mean, b); }), 1e-8);
    }
  }
}

// So a proof of the problem that is solved is one of the loss's own.
TEST_P(EveryLoss, ObjectiveIsTheSameNumberForTheLossThatItIsSolvedAs) {
  const CellLoss& loss = book().loss;
  const CellLoss& canonical = loss.solved_as();
  for (const double mean : book().means) {
    for (const double fitted : book().means) {
      Numbers weight = {2.5, 1, 0};
      Numbers solved = {mean, fitted, 0};
      const double unit = loss.to_solved(weight, solved);
      EXPECT_EQ(weight[2], 0);
      const double own = loss.divergence(Numbers{2.5}, Numbers{mean}, Numbers{fitted});
      EXPECT_NEAR(canonical.divergence(Numbers{weight[0]}, Numbers{solved[0]}, Numbers{solved[1]}), own,
                  1e-12 * (1 + std::abs(own)));
      Numbers links = {solved[0], solved[1]};  // the penalty sees their distance only
      canonical.to_link(links);
      EXPECT_NEAR(std::abs(links[0] - links[1]), std::abs(link(mean) - link(fitted)), 1e-12);
      Numbers back = {solved[1]};
      loss.from_solved(back, unit);
      EXPECT_NEAR(back[0], fitted, 1e-15 * std::abs(fitted));
    }
  }
}

TEST_P(EveryLoss, FlowGapIsTheDivergenceOfTheImpliedMean) {
  const CellLoss& loss = book().loss.solved_as();  // flows prove the problem that is solved
  for (const double mean : book().means) {
    for (const double implied : book().means) {
      constexpr double weight = 2.5;
      const double sent = weight * (mean - implied);
      for (const double fitted : book().means) {
        EXPECT_NEAR(loss.flow_gap(Numbers{weight}, Numbers{mean}, Numbers{sent}, Numbers{fitted}),
                    loss.divergence(Numbers{weight}, Numbers{implied}, Numbers{fitted}), 1e-11 * (1 + std::abs(mean)))
            << mean << ' ' << implied << ' ' << fitted;
      }
    }
  }
}

TEST_P(EveryLoss, FlowGapOfAlmostTheRightMeanIsQuadraticAndNotRounding) {
  const CellLoss& loss = book().loss.solved_as();
  // The second derivative of the divergence by the mean is 1 / variance.
  for (const double mean : {0.25, 0.5, 0.875}) {
    const double shift = 0x1p-35;
    const double variance = &loss == &binomial_loss() ? mean * (1 - mean) : &loss == &poisson_loss() ? mean : 1.0;
    const double gap = loss.flow_gap(Numbers{1}, Numbers{mean + shift}, Numbers{0}, Numbers{mean});
    EXPECT_NEAR(gap, shift * shift / (2 * variance), 1e-6 * gap);
  }
}

TEST_P(EveryLoss, IsNeverInfiniteOrUndefinedAtWhatIsPublished) {
  for (const double possible : {0.0, 1.0}) {
    if (possible < book().loss.possible_means().lowest) continue;
    Numbers fitted = {0.0, 1.0};
    keep_inside(book().loss, 100, fitted);
    EXPECT_TRUE(std::isfinite(book().loss.divergence(Numbers{1, 1}, Numbers{possible, possible}, fitted)));
    book().loss.to_link(fitted);
    for (const double value : fitted) EXPECT_TRUE(std::isfinite(value));
    book().loss.to_mean(fitted);
    if (&book().loss == &binomial_loss()) {
      EXPECT_GT(fitted[0], 0);
      EXPECT_LT(fitted[1], 1);
    }
  }
}

TEST(BinomialLoss, DevianceOfTheCellsIsThatOfTheObservations) {
  Random random(5);
  CellTable table(Shape{{4}});
  const Numbers fitted = {0.2, 0.2, 0.6, 0.9};
  double expected = 0;
  for (int i = 0; i < 200; ++i) {
    const std::size_t cell = random.below(4);
    const double y = random.uniform() < 0.4 ? 1 : 0;
    table.cells[cell].add(y, 1);
    expected -= 2 * std::log(y == 1 ? fitted[cell] : 1 - fitted[cell]);
  }
  EXPECT_NEAR(deviance(binomial_loss(), table, fitted), expected, 1e-10);
}

TEST(BinomialLoss, PureCellsThatAreFittedExactlyCostNothing) {
  EXPECT_EQ(binomial_loss().divergence(Numbers{3, 2}, Numbers{0, 1}, Numbers{0, 1}), 0);
  EXPECT_EQ(binomial_loss().divergence(Numbers{3}, Numbers{0.5}, Numbers{0}), infinity);
  EXPECT_EQ(binomial_loss().flow_gap(Numbers{3}, Numbers{0.5}, Numbers{3}, Numbers{0.5}), infinity);
}

TEST(BinomialLoss, ReferenceIsTheExpectedLogarithmOfABinomial) {
  // The sum over all outcomes of a binomial with few trials, without the one that has no logarithm.
  const double n = 9;
  const double p = 0.4;
  const double m = (n * n - n) / 2;
  const double r = 2 * p * (1 - p);
  double expected = 0;
  for (double k = 1; k <= m; ++k) {
    expected += std::log(k) * std::exp(std::lgamma(m + 1) - std::lgamma(k + 1) - std::lgamma(m - k + 1) +
                                       k * std::log(r) + (m - k) * std::log1p(-r));
  }
  // A Taylor expansion: the next term is of the order of 1 / (r m)^2.
  EXPECT_NEAR(reference(binomial_loss(), n, p), expected, 2 / (r * m * r * m));
  EXPECT_TRUE(std::isnan(reference(binomial_loss(), 10, 0)));
  EXPECT_TRUE(std::isnan(reference(binomial_loss(), 10, 1)));
}

TEST(PoissonLoss, ReferenceIsThatOfManySamplesWithTheOverallRate) {
  // For one cell W is twice the variance, whose expectation is the rate; with exposures the average of rate / exposure.
  EXPECT_NEAR(reference(poisson_loss(), 1e6, 3.0), std::log(6.0), 0.02);
  EXPECT_NEAR(reference(poisson_loss(), 1e6, 50.0), std::log(100.0), 0.02);
  EXPECT_NEAR(poisson_loss().gap_reference({1e6, 3.0, {0.5, 2.0}, 7}), std::log(2 * 3.0 * (2 + 0.5) / 2), 0.02);
  EXPECT_EQ(reference(poisson_loss(), 500, 3.0), reference(poisson_loss(), 500, 3.0));
  EXPECT_TRUE(std::isnan(reference(poisson_loss(), 1, 3.0)));
  EXPECT_TRUE(std::isnan(reference(poisson_loss(), 100, 0)));
}

// E[log X] of a chi-squared X with nu degrees of freedom, by the trapezoidal rule in u = log x, where the integrand and
// all its derivatives vanish at both ends.
double expected_log_chi_squared(double nu) {
  double sum = 0;
  constexpr double step = 1.0 / 64;
  for (double u = -80; u < 12; u += step)
    sum += step * u * std::exp(u * nu / 2 - std::exp(u) / 2 - std::lgamma(nu / 2));
  return sum / std::pow(2.0, nu / 2);
}

TEST(SquaredLossReference, IsTheExpectedLogarithmOfAChiSquared) {
  for (const double n : {3.0, 4.0, 5.0, 6.0, 8.0}) {
    EXPECT_NEAR(reference(squared_loss(), n), expected_log_chi_squared(n * n / 2 - n), 1e-10) << n;
  }
}

TEST(SquaredLossReference, IsNotANumberForTwoObservationsOrFewer) {
  EXPECT_TRUE(std::isnan(reference(squared_loss(), 1)));
  EXPECT_TRUE(std::isnan(reference(squared_loss(), 2)));
}

TEST(SquaredLossReference, GrowsLikeTheLogarithmForManyObservations) {
  const double n = 1e6;
  EXPECT_NEAR(reference(squared_loss(), n), std::log(n * n / 2 - n), 1e-10);
}

}  // namespace
}  // namespace gaptv::testing
