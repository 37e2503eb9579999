# The time of R's rpart() on a CSV file with the columns x1, x2, y: one number per run, in seconds.
suppressPackageStartupMessages(library(rpart))
arguments <- commandArgs(trailingOnly = TRUE)
data <- read.csv(arguments[1])
for (run in seq_len(as.integer(arguments[2]))) {
  cat(system.time(rpart(y ~ x1 + x2, data))[["elapsed"]], "\n")
}
