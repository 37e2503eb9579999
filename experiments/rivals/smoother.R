# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
# A smoother of mgcv.  usage: Rscript smoother.R TRAIN TEST LOSS EXPOSURE|- PREDICTIONS SECONDS
suppressPackageStartupMessages(library(mgcv))
arguments <- commandArgs(trailingOnly = TRUE)
train <- read.csv(arguments[1])
test <- read.csv(arguments[2])
features <- grep("^x[0-9]+$", names(train), value = TRUE)
different <- sapply(train[features], function(column) length(unique(column)))
# Enough basis functions that the penalty decides, and fewer than there are rows.
wanted <- c(40, 12, 6)[length(features)]
budget <- floor((0.7 * nrow(train))^(1 / length(features)))
sizes <- pmax(3, pmin(wanted, different - 1, budget))
term <- if (length(features) == 1) {
  sprintf("s(%s, k = %d)", features, sizes)
} else {
  sprintf("te(%s, k = c(%s))", paste(features, collapse = ", "), paste(sizes, collapse = ", "))
}
family <- switch(arguments[3], gaussian = gaussian(), binomial = binomial(), poisson = nb())
if (arguments[4] != "-") {
  train$logarithm <- log(train[[arguments[4]]])
  test$logarithm <- 0
  term <- paste(term, "+ offset(logarithm)")
}
formula <- as.formula(paste("y ~", term))
processor_time <- function() sum(proc.time()[c("user.self", "sys.self")])
start <- processor_time()
fit <- if (nrow(train) > 3000) {
  bam(formula, family = family, data = train, discrete = TRUE, nthreads = 1)
} else {
  gam(formula, family = family, data = train, method = "REML")
}
predicted <- predict(fit, test, type = "response")
writeLines(as.character(processor_time() - start), arguments[6])
write.csv(data.frame(prediction = as.numeric(predicted)), arguments[5], row.names = FALSE)
