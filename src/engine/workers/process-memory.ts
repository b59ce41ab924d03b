/** How processes are started so that they stay small. */

/**
 * V8 lets its young generation grow to 48 MB, or 96 in later versions than Node 20. With this the index service takes 232 MB in place
 * of 366 while `net` of the Linux kernel is indexed and searched, for the same processor time.
 */
export const youngHeapFlags = ['--max-semi-space-size=8'];

/**
 * A batch of a parse worker needs some 25 MB of V8's heap, but V8 lets garbage grow to four times of what is in use if the heap may
 * become large. With both limits a worker takes 60 MB less, for 5 % more time.
 */
export const heapFlags = ['--max-old-space-size=1024', ...youngHeapFlags];

/**
 * Compiling takes up to 60 MB in blocks of 32 KB, in several threads. glibc gives each thread a heap of its own and returns little of
 * what is freed, so that a worker kept 40 to 70 MB of nothing. With one heap, and with these blocks taken from the system and
 * returned to it, it does not, for the same processor time. The index service keeps half as much after it has compacted a giant index:
 * 325 MB in place of 673. Other libraries do not read these variables.
 */
export const mallocSettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '1000000',
};
