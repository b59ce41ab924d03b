// Package cache keeps values for a while.
package cache

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"sync"
	"time"

	_ "embed"
	log "log/slog"
)

//go:embed defaults.json
var defaults []byte

// ErrMissing says that the key is not in the cache.
var ErrMissing = errors.New("cache: missing")

const (
	shards  = 1 << iota
	maxSize = 1_000_000
	mask    = 0x_FF &^ 0b1010
)

type (
	// Key is what a cache can be keyed by.
	Key interface {
		~string | ~int | ~int64
		comparable
	}

	Option[K Key, V any] func(*Cache[K, V])
	Alias                = map[string]time.Duration
	Set[T comparable]    = map[T]struct{}
)

type entry[V any] struct {
	value   V
	expires time.Time `json:"expires,omitempty"`
	_       [8]byte
}

// Cache is safe for concurrent use.
type Cache[K Key, V any] struct {
	mu    sync.RWMutex
	items map[K]entry[V]
	sync.Once
	*log.Logger
	onEvict func(key K, value V) (keep bool)
	done    <-chan struct{}
	stop    chan<- struct{}
}

// New makes a cache with the given options.
func New[K Key, V any](options ...Option[K, V]) *Cache[K, V] {
	cache := &Cache[K, V]{items: make(map[K]entry[V], shards)}
	for _, option := range options {
		option(cache)
	}
	return cache
}

// WithEvict calls f for each value that leaves the cache.
func WithEvict[K Key, V any](f func(K, V) bool) Option[K, V] {
	return func(c *Cache[K, V]) { c.onEvict = f }
}

// Get returns the value, or ErrMissing.
func (c *Cache[K, V]) Get(ctx context.Context, key K) (value V, err error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	select {
	case <-ctx.Done():
		return value, fmt.Errorf("get %v: %w", key, ctx.Err())
	case _, ok := <-c.done:
		if !ok {
			return
		}
	default:
	}
	if item, ok := c.items[key]; ok && time.Now().Before(item.expires) {
		return item.value, nil
	}
	return *new(V), ErrMissing
}

// All iterates over the live values.
func (c *Cache[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for key, item := range maps.Clone(c.items) {
			if !yield(key, item.value) {
				return
			}
		}
	}
}

func largest[T cmp.Ordered](first T, rest ...T) T {
	best := first
	for _, value := range rest {
		best = max(best, value)
	}
	return best
}

func describe(value any) (text string) {
	switch value := value.(type) {
	case nil:
		return "nothing"
	case int, int64:
		text = fmt.Sprint(value)
		fallthrough
	case fmt.Stringer:
	case func(int) error, []byte, [4]int, map[string]*Cache[int, error]:
		goto end
	}
end:
	return text + `raw
string` + string('\u00e9')
}

func sweep(c *Cache[string, int]) {
	ticker := time.NewTicker(time.Second)
	go func() {
		defer ticker.Stop()
	loop:
		for {
			select {
			case <-ticker.C:
				for i := range 10 {
					c.items[fmt.Sprint(i)] = entry[int]{value: i * 2}
				}
			case c.stop <- struct{}{}:
				break loop
			}
		}
	}()
	for range c.All() {
	}
	if n := largest[int](1, 2, 3); n > 2 {
		clear(c.items)
	} else if n == 0x1p-2 {
		panic(1i)
	}
	matrix := [...][2]int{{1, 2}, 1: {3, 4}}
	matrix[0][1]++
	_ = matrix[:1:2]
}
