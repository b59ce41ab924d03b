import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const go = (text: string): Promise<string[]> => usesOf('a.go', text, 'subject');

const padding = `
var padding = []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
`;

/** The import statements of a function that is too far from them to share their chunk. */
async function importsFor(imports: string, body: string): Promise<string[]> {
  const text = `package a\n\n${imports}\n${padding.repeat(3)}\nfunc subject() {\n\t${body}\n}\n`;
  return importsOf(chunkWith(await searchedChunks('a.go', text, 90), 'subject'));
}

describe('Go', () => {
  describe('imports', () => {
    it('are narrowed to the used packages', async () => {
      const group = 'import (\n\t"fmt"\n\t"os"\n\n\tlog "log/slog"\n)\n';
      assert.deepEqual(await importsFor(group, 'os.Exit(1)'), ['import "os"']);
      assert.deepEqual(await importsFor(group, 'log.Info("x"); fmt.Println()'), ['import ("fmt"; log "log/slog")']);
      assert.deepEqual(await importsFor('import "fmt"\nimport "os"\n', 'os.Exit(1)'), ['import "os"']);
    });

    it('are found by the package name that the path suggests', async () => {
      const statements: readonly (readonly [string, string])[] = [
        ['"net/http"', 'http.Get("x")'],
        ['"github.com/x/chi/v5"', 'chi.NewRouter()'],
        ['"k8s.io/api/core/v1"', 'v1.NewPod()'],
        ['"gopkg.in/yaml.v3"', 'yaml.Marshal(1)'],
        ['"github.com/mattn/go-sqlite3"', 'sqlite3.Version()'],
        ['"github.com/x/stripe-go"', 'stripe.Charge()'],
        ['"github.com/hashicorp/golang-lru"', 'lru.New(1)'],
        ['"github.com/x/json-schema"', 'jsonschema.Parse()'],
        ['yml "gopkg.in/yaml.v3"', 'yml.Marshal(1)'],
      ];
      for (const [spec, body] of statements)
        assert.deepEqual(await importsFor(`import ${spec}\n`, body), [`import ${spec}`]);
    });

    it('for side effects are not attached to any chunk', async () => {
      assert.deepEqual(await importsFor('import _ "embed"\n', 'println(embed)'), []);
    });

    it('with a dot provide exported names', async () => {
      assert.deepEqual(await importsFor('import . "github.com/onsi/gomega"\n', 'Expect(1)'), [
        'import . "github.com/onsi/gomega"',
      ]);
      assert.deepEqual(await importsFor('import . "github.com/onsi/gomega"\n', 'expect(1)'), []);
    });
  });

  describe('uses', () => {
    it('types, calls, conversions and method values use names; fields, keys and labels do not', async () => {
      const text = `package a

import ("io"; "os"; "url")

type Config struct { Name string; io.Reader; os int }
type Set[T any] map[string]T
func helper() {}
const limit, loop, name = 1, 2, 3

func subject(c *Config) Set[int] {
loop:
	for {
		break loop
	}
	c.limit()
	value := Config{Name: "x", os: limit}
	f := (*Config).String
	_ = struct{ url string }{url: "x"}
	return Set[int](nil)
}
`;
      assert.deepEqual(await go(text), ['Config', 'Set', 'limit']);
    });

    it('parameters, results and locals hide names in their scope, after their declaration', async () => {
      const text = `package a

import ("context"; "errors"; "io"; "os"; "time"; "url")

func subject(context string, time ...int) (errors error) {
	url, err := url.Parse(context)
	for io := range url.Hosts {
		io.Close()
	}
	if os := time[0]; os > 1 {
		return errors
	}
	return os.Exit(err)
}
`;
      assert.deepEqual(await go(text), ['os', 'url']);
    });

    it('the types of a signature do not see its parameters', async () => {
      const text = `package a

import ("context"; "url")

func subject(context context.Context, url string) (*url.URL, error) { return nil, context.Err() }
`;
      assert.deepEqual(await go(text), ['context', 'url']);
    });

    it('closures, cases and short declarations have their own scopes', async () => {
      const text = `package a

var a, b, c, d, e, f int

func subject(values chan int) {
	go func(a int) { println(a) }(a)
	switch b := any(values).(type) {
	case int:
		println(b)
	}
	select {
	case c, ok := <-values:
		println(c, ok)
	case d := <-values:
		println(d)
	}
	{
		e := 1
		println(e)
	}
	println(e, func() (f int) { return f }())
}
`;
      assert.deepEqual(await go(text), ['a', 'e']);
    });

    it('type parameters hide types', async () => {
      const text = `package a

type T struct{}
type Number interface{ ~int }

func subject[T Number]() { var zero T; println(zero) }
`;
      assert.deepEqual(await go(text), ['Number']);
    });
  });

  describe('definitions', () => {
    it('a method carries its receiver type', async () => {
      const text = `package a

// Stack holds items.
type Stack[T any] struct {
	items []T
	names map[string]string
	sizes map[string]int
}
${padding}
// Push puts an item on top of the stack, below nothing: it is the first to be popped again, and it is never copied.
func (s *Stack[T]) Push(item T) {
	s.items = append(s.items, item)
}
`;
      const push = chunkWith(await searchedChunks('a.go', text, 80), 'append');
      assert.deepEqual([push.kind, push.name, push.scope], ['method', 'Push', ['Stack']]);
      assert.match(push.text, /^\/\/ Push puts/);
      assert.deepEqual(globalsOf(push), ['Stack']);
      assert.match(push.globals[0]?.text ?? '', /^type Stack\[T any\] struct/);
    });

    it('a group with iota is one definition; in other groups, each spec is a definition', async () => {
      const text = `package a

type Color int

const (
	Red Color = iota
	Green
)

const (
	width  = 80
	height = 25
)

var (
	area = width * height
	name = "a"
)
${padding}
func subject() Color { println(area, height); return Green }
`;
      const chunk = chunkWith(await searchedChunks('a.go', text, 60), 'func subject');
      const texts = chunk.globals.map((global) => global.text);
      assert.deepEqual(texts.sort(), [
        'area = width * height',
        'const (\n\tRed Color = iota\n\tGreen\n)',
        'height = 25',
        'type Color int',
      ]);
    });

    it('are functions, methods, structs, interfaces, types, constants and variables', async () => {
      const text = `package a

const limit = 10
var a, b = 1, 2
var _ Shape = Square{}
type Shape interface{ Area() float64 }
type Square struct{ side float64 }
type Name = string
func (s Square) Area() float64 { return s.side * s.side }
func New(side float64) Shape { return Square{side} }
`;
      assert.deepEqual(symbolsOf(await searchedChunks('a.go', text, 400)), [
        'constant limit',
        'variable a',
        'variable b',
        'interface Shape',
        'struct Square',
        'type Name',
        'method Area',
        'function New',
      ]);
    });
  });
});
