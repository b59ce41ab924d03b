/* A ring buffer for bytes, with one reader and one writer. */
#define _POSIX_C_SOURCE 200809L

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ring.h"

#ifndef RING_SIZE
#define RING_SIZE 4096u
#endif

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define CHECK(condition, ...)                     \
    do {                                          \
        if (!(condition)) {                       \
            fprintf(stderr, __VA_ARGS__);         \
            abort();                              \
        }                                         \
    } while (0)

#if defined(__GNUC__) && __GNUC__ >= 4
#define HIDDEN __attribute__((visibility("hidden")))
#else
#define HIDDEN
#endif

_Static_assert(sizeof(uint32_t) == 4, "a byte has eight bits");

enum ring_state { RING_IDLE, RING_BUSY = 1 << 2, RING_CLOSED };

typedef union {
    uint32_t whole;
    struct {
        unsigned low : 16;
        unsigned high : 16;
    };
} word_t;

typedef int (*ring_callback)(const void *data, size_t size, void *user);

struct ring {
    _Atomic size_t head, tail;
    enum ring_state state;
    ring_callback callback;
    unsigned char bytes[];
};

extern int ring_verbose;
static const char *const names[] = {[RING_IDLE] = "idle", [RING_BUSY] = "busy"};
static struct ring *last = NULL;

static inline size_t used(const struct ring *ring)
{
    return atomic_load_explicit(&ring->head, memory_order_acquire) - ring->tail;
}

/* Makes a ring; the caller frees it. */
struct ring *ring_new(ring_callback callback)
{
    struct ring *ring = calloc(1, sizeof *ring + RING_SIZE);
    if (ring == NULL)
        return NULL;
    *ring = (struct ring){.state = RING_IDLE, .callback = callback};
    return last = ring;
}

size_t ring_write(struct ring *restrict ring, const void *restrict data, size_t size)
{
    size_t room = RING_SIZE - used(ring), count = MIN(room, size);
    for (size_t i = 0; i < count; ++i)
        ring->bytes[(ring->head + i) % RING_SIZE] = ((const unsigned char *)data)[i];
    ring->head += count;
#ifdef RING_TRACE
    printf("%zu of %zu bytes\n", count, size);
#elif RING_VERBOSE > 1
    puts("written");
#else
    (void)last;
#endif
    return count;
}

int ring_each(struct ring *ring, int (*visit)(int byte, void *), void *user)
{
    int result = 0;
    while (used(ring) > 0) {
        int byte = ring->bytes[ring->tail++ % RING_SIZE];
        switch (byte) {
        case '\0':
            goto done;
        case 'a':
            byte ^= 0x20;
            /* fall through */
        default:
            if ((result = visit(byte, user)) != 0)
                goto done;
        }
    }
done:
    return result ? result : -1;
}

[[nodiscard]] static _Noreturn void fail(int code, ...)
{
    CHECK(code == 0, "failed with %d\n", code);
    exit(code);
}

int main(int argc, char *argv[argc + 1])
{
    _Alignas(16) char buffer[64] = {0};
    double value = 0x1.8p3, other = 1e-3f;
    int matrix[2][3] = {{1, 2, 3}, {4, 5}};
    word_t word = {.whole = 0xDEADBEEFul};
    const char *kind = _Generic(value, double: "double", default: "other");
    struct ring *ring = ring_new(NULL);
    if (!ring || argc > 3)
        fail(EXIT_FAILURE);
    do {
        snprintf(buffer, sizeof(buffer), "%s %s " "%d", kind, argv[0], matrix[1][0] + (int)word.low);
    } while (other > value && --argc);
    ring_write(ring, buffer, strlen(buffer));
    free(ring);
    return 0;
}
