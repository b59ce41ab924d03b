#!/usr/bin/env Rscript
# Reads a survey and summarises it.

library(dplyr)
suppressPackageStartupMessages(require("ggplot2"))
source("helpers.R")

MAX_ROWS <- 1e5L
levels_known = c("low", "mid", "high")
`odd name` <- TRUE

#' Reads the file.
#'
#' @param path where it is
#' @param ... passed to read.csv
#' @return a data frame
#' @export
read_survey <- function(path, ..., n = MAX_ROWS, quiet = FALSE) {
  if (!file.exists(path)) {
    stop("no such file: ", path, call. = FALSE)
  } else if (quiet && n > 0x10) {
    message("reading")
  }
  data <- tryCatch(
    read.csv(path, nrows = n, stringsAsFactors = FALSE, ...),
    error = function(e) {
      warning(conditionMessage(e))
      NULL
    },
    finally = invisible(gc())
  )
  data[!is.na(data$age) & data[["age"]] >= 18, , drop = FALSE]
}

summarise_survey <- function(data, by = c("group", "year")) {
  by <- match.arg(by, several.ok = TRUE)
  data |>
    filter(level %in% levels_known) |>
    group_by(across(all_of(by))) |>
    summarise(
      mean_age = mean(age, na.rm = TRUE),
      share = n() / nrow(data),
      .groups = "drop"
    ) %>%
    mutate(share = round(share * 100, 1))
}

square <- \(x) x^2
compose <- function(f, g) function(...) f(g(...))

Stack <- setRefClass(
  "Stack",
  fields = list(items = "list"),
  methods = list(
    push = function(x) {
      items[[length(items) + 1]] <<- x
    },
    size = function() length(items)
  )
)

setGeneric("area", function(shape) standardGeneric("area"))
setClass("Circle", representation(r = "numeric"))
setMethod("area", "Circle", function(shape) pi * shape@r^2)

print.survey <- function(x, ...) {
  cat(sprintf("%-10s %5.2f\n", x$name, x$value), sep = "")
  invisible(x)
}

classify <- function(score) {
  switch(score,
    a = ,
    b = "good",
    c = {
      "fair"
    },
    "unknown"
  )
}

for (i in seq_len(10)) {
  if (i %% 2 == 0) next
  if (i > 7) break
  print(i:1)
}

count <- 0
while (count < 3) count <- count + 1
repeat {
  count <- count - 1
  if (count <= 0) break
}

model <- lm(log(age) ~ group + I(year^2) - 1, data = mtcars)
values <- sapply(list(1, "a", NULL, NA_character_, Inf, -1i), class)
5 -> five
text <- r"(raw "string" \n)"
base::print(stats::sd(c(1, 2)))
x <- if (five > 3) 'yes' else "no"
names(values)[2] <- "second"
