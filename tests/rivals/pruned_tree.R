# The probabilities of R's classification tree, grown deep and pruned by its own cross-validation, for every pair
# train_I.csv (x1, x2, y) and points_I.csv (x1, x2) in a folder: tree_I.csv has a column per pruning and class, named
# PRUNING.CLASS. least: at the smallest cross-validated error; one_se: the smallest tree within one standard error.
suppressPackageStartupMessages(library(rpart))
folder <- commandArgs(trailingOnly = TRUE)[1]
for (train_file in list.files(folder, "^train_.*[.]csv$")) {
  case <- sub("^train_(.*)[.]csv$", "\\1", train_file)
  train <- read.csv(file.path(folder, train_file))
  points <- read.csv(file.path(folder, paste0("points_", case, ".csv")))
  set.seed(as.integer(case)) # the tree's own folds
  train$y <- factor(train$y)
  tree <- rpart(y ~ x1 + x2, train, method = "class", control = rpart.control(cp = 0, xval = 10))
  error <- tree$cptable[, "xerror"]
  least <- which.min(error)
  one_se <- which(error <= error[least] + tree$cptable[least, "xstd"])[1]
  prunings <- lapply(list(least = least, one_se = one_se), function(row) {
    predict(prune(tree, cp = tree$cptable[row, "CP"]), points, type = "prob")
  })
  write.csv(do.call(data.frame, prunings), file.path(folder, paste0("tree_", case, ".csv")), row.names = FALSE)
}
