# R's rpart on every case_I.csv of a folder (features x1, x2, ..., outcome y, weight w, fold), grown as the line I of
# cases.csv says. nodes_I.csv: the tree from the top, of two children the one with the lower x first; a leaf has feature 0.
# table_I.csv: its complexity table, cross-validated with the folds of the file.
suppressPackageStartupMessages(library(rpart))
folder <- commandArgs(trailingOnly = TRUE)[1]
cases <- read.csv(file.path(folder, "cases.csv"))

# The rows of tree$frame that belong to node number n and all below it, low x first.
nodes_below <- function(tree, split_row, n) {
  number <- as.integer(rownames(tree$frame))
  i <- match(n, number)
  node <- tree$frame[i, ]
  is_leaf <- node$var == "<leaf>"
  split <- if (is_leaf) NULL else tree$splits[split_row[i], ]
  values <- if (tree$method == "class") {
    classes <- (ncol(node$yval2) - 2) / 2
    node$yval2[1, 1 + classes + seq_len(classes)]
  } else node$yval
  line <- data.frame(
    feature = if (is_leaf) 0 else as.integer(sub("x", "", node$var)), split = if (is_leaf) 0 else split[["index"]],
    n = node$n, weight = node$wt, risk = node$dev, complexity = node$complexity, value = values[length(values)],
    first_value = values[1])
  if (is_leaf) return(line)
  children <- if (split[["ncat"]] < 0) c(2 * n, 2 * n + 1) else c(2 * n + 1, 2 * n)
  rbind(line, nodes_below(tree, split_row, children[1]), nodes_below(tree, split_row, children[2]))
}

for (i in seq_len(nrow(cases))) {
  case <- cases[i, ]
  data <- read.csv(file.path(folder, paste0("case_", i - 1, ".csv")))
  method <- if (case$classes > 0) "class" else "anova"
  if (method == "class") data$y <- factor(data$y, levels = seq_len(case$classes) - 1)
  features <- data[, grep("^x", names(data)), drop = FALSE]
  tree <- rpart(data$y ~ ., features, weights = data$w, method = method, control = rpart.control(
    minsplit = case$min_split, minbucket = case$min_bucket, cp = case$cp, maxdepth = case$max_depth, xval = data$fold,
    maxcompete = 0, maxsurrogate = 0))
  split_row <- cumsum(tree$frame$var != "<leaf>")
  nodes <- nodes_below(tree, split_row, 1)
  write.csv(format(nodes, digits = 17), file.path(folder, paste0("nodes_", i - 1, ".csv")), row.names = FALSE, quote = FALSE)
  write.csv(format(data.frame(tree$cptable, check.names = TRUE), digits = 17), file.path(folder, paste0("table_", i - 1, ".csv")), row.names = FALSE, quote = FALSE)
}
