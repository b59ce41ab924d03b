#ifndef RING_H
#define RING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RING_VERSION "1.2"

/** Told about each block that was read. */
typedef int (*ring_callback)(const void *data, size_t size, void *user);

typedef struct ring ring_t;

struct ring_options {
    size_t size;
    int flags;
};

/** Makes a ring; NULL when there is no memory. */
struct ring *ring_new(ring_callback callback);
size_t ring_write(struct ring *ring, const void *data, size_t size);
int ring_each(struct ring *ring, int (*visit)(int byte, void *user), void *user);
extern int ring_verbose;

static inline int ring_is_power_of_two(size_t size)
{
    return size && !(size & (size - 1));
}

#ifdef __cplusplus
}
#endif

#endif /* RING_H */
