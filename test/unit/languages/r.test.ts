import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf } from './expect-uses';

const source = `library(dplyr)
library("ggplot2")
source("helpers.R")

LIMIT <- 10
palette = c("red", "blue")

#' Keeps the largest rows.
#'
#' @param df A data frame.
#' @export
largest <- function(df, n = LIMIT, ...) {
  dplyr::slice_max(df, value, n = n)
}

draw <- function(df, palette) {
  p <- ggplot2::ggplot(df, colour = palette)
  p$LIMIT <- largest(df, LIMIT = 1)
  p
}

show_all <- function(frames) {
  for (draw in frames) print(draw)
  lapply(frames, function(frame) draw(frame, palette))
}

setClass("Person", representation(name = "character"))
setMethod("summary", "Person", function(object) { object@name })
`;

describe('R', () => {
  it('carries a package that is used before ::', async () => {
    const chunks = await searchedChunks('plot.R', source, 60);
    assert.deepEqual(importsOf(chunkWith(chunks, 'largest <-')), ['library(dplyr)']);
    assert.deepEqual(importsOf(chunkWith(chunks, 'draw <-')), ['library("ggplot2")']);
  });

  it('parameters and loop variables hide names; argument names and members are not uses', async () => {
    const chunks = await searchedChunks('plot.R', source, 60);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'largest <-')), ['LIMIT']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'draw <-')), ['largest']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'show_all <-')), ['draw', 'palette']);
  });

  it('names that a function assigns hide others; names that it compares do not', async () => {
    const code = `limit <- 10\n\ncut <- function(x) {\n  limit <- max(x)\n  x < limit\n}\n\nkeep <- function(x) {\n  x[limit < x]\n}\n\ntest_that("it cuts", {\n  cut <- 1\n  cut + 1\n})\n`;
    const chunks = await searchedChunks('cut.R', code, 24);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'cut <- function')), []);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'keep <- function')), ['limit']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'test_that')), []);
  });

  it('keeps roxygen comments with their function', async () => {
    const chunk = chunkWith(await searchedChunks('plot.R', source, 60), 'largest <-');
    assert.match(chunk.text, /#' Keeps the largest rows\.[\s\S]*#' @export\nlargest <-/);
  });

  it('lists functions, variables, classes and methods', async () => {
    assert.deepEqual(symbolsOf(await searchedChunks('plot.R', source, 60)), [
      'variable LIMIT',
      'variable palette',
      'function largest',
      'function draw',
      'function show_all',
      'class Person',
      'method summary',
    ]);
  });
});
