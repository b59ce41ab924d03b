import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const c = (text: string): Promise<string[]> => usesOf('a.c', text, 'subject');

const padding = `
static const char *padding[] = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"};
`;

/** The includes of a function that is too far from them to share their chunk. */
async function includesFor(includes: string, body: string): Promise<string[]> {
  const text = `${includes}\n${padding.repeat(3)}\nvoid subject(void) {\n    ${body}\n}\n`;
  return importsOf(chunkWith(await searchedChunks('a.c', text, 90), 'subject'));
}

describe('C', () => {
  describe('includes', () => {
    it('of system headers provide the names in the standard', async () => {
      const includes = [
        'assert.h ctype.h errno.h fcntl.h inttypes.h limits.h math.h poll.h pthread.h setjmp.h signal.h stdarg.h stdbool.h stdint.h',
        'stdio.h stdlib.h string.h time.h unistd.h arpa/inet.h dirent.h netinet/in.h sys/socket.h sys/stat.h sys/time.h sys/types.h',
      ]
        .flatMap((line) => line.split(' '))
        .map((header) => `#include <${header}>`)
        .join('\n');
      const expected: readonly (readonly [string, string])[] = [
        ['assert(1);', 'assert.h'],
        ['isalpha(1);', 'ctype.h'],
        ['errno = EINVAL;', 'errno.h'],
        ['open(path, O_RDONLY);', 'fcntl.h'],
        ['log_it(PRIu64);', 'inttypes.h'],
        ['x = INT_MAX;', 'limits.h'],
        ['sqrt(M_PI);', 'math.h'],
        ['poll(fds, 1, POLLIN);', 'poll.h'],
        ['pthread_mutex_lock(m);', 'pthread.h'],
        ['jmp_buf b;', 'setjmp.h'],
        ['signal(SIGINT, SIG_IGN);', 'signal.h'],
        ['va_list args;', 'stdarg.h'],
        ['bool done = true;', 'stdbool.h'],
        ['uint32_t x;', 'stdint.h'],
        ['printf("x");', 'stdio.h'],
        ['free(x);', 'stdlib.h'],
        ['memcpy(a, b, 1);', 'string.h'],
        ['struct tm *t;', 'time.h'],
        ['fork();', 'unistd.h'],
        ['inet_ntoa(x);', 'arpa/inet.h'],
        ['DIR *d;', 'dirent.h'],
        ['struct sockaddr_in s;', 'netinet/in.h'],
        ['bind(s, a, AF_INET);', 'sys/socket.h'],
        ['mkdir(p, S_IRWXU);', 'sys/stat.h'],
        ['gettimeofday(&tv, 0);', 'sys/time.h'],
        ['pid_t p;', 'sys/types.h'],
      ];
      for (const [body, header] of expected)
        assert.deepEqual(await includesFor(includes, body), [`#include <${header}>`]);
    });

    it('of project headers provide names that begin like the header', async () => {
      const include = '#include "util/hash-table.h"';
      for (const word of ['hash_table_new()', 'hashtable_t x', 'HashTable x', 'hashTableNew()', 'x = HASH_TABLE_MAX']) {
        assert.deepEqual(await includesFor(include, `${word};`), [include], word);
      }
      for (const word of ['hash()', 'hash_tablet()', 'x.hash_table', 'x->hash_table_size']) {
        assert.deepEqual(await includesFor(include, `${word};`), [], word);
      }
    });

    it('with the longer stem win if two match', async () => {
      const includes = '#include "table.h"\n#include "table_builder.h"';
      assert.deepEqual(await includesFor(includes, 'table_builder_new();'), ['#include "table_builder.h"']);
      assert.deepEqual(await includesFor(includes, 'table_new();'), ['#include "table.h"']);
    });

    it('do not provide names that the file defines or a local hides', async () => {
      assert.deepEqual(await includesFor('#include <stdio.h>\nint remove(int x);', 'remove(1);'), []);
      assert.deepEqual(await includesFor('#include <time.h>', 'int time = 1; use(time);'), []);
    });
  });

  describe('uses', () => {
    it('types, tags, constants and macros are uses; fields, labels, designators and locals are not', async () => {
      const text = `
typedef struct node { int value; struct node *next; } node_t;
enum color { RED, GREEN };
#define MAX(a, b) ((a) > (b) ? (a) : (b))
int limit, value, end, next, i, j, list;
struct list { int size; };
int helper(int value);

static int subject(struct list *list, node_t items[], int (*next)(int i)) {
    int i = 0, *j = &i;
    node_t node = { .value = RED, .next = items };
    list->limit = node.value;
    goto end;
end:
    return MAX(helper(i), next(*j));
}
`;
      assert.deepEqual(await c(text), ['MAX', 'RED', 'helper', 'list', 'node_t']);
    });

    it('a local hides names only in its block', async () => {
      const text = `
int count;
int other;
int total;

void subject(void) {
    { int count = 1; use(count); }
    for (int other = 0; other < 1; other++) use(other);
    use(total);
    use(count);
}
`;
      assert.deepEqual(await c(text), ['count', 'total']);
    });

    it('parameters of prototypes and of old-style functions are not uses', async () => {
      const text = `
int a, b, c;
void prototype(int a, char *b);
typedef int (*callback)(int c);
int subject(a, b) int a; char *b; { return a; }
`;
      assert.deepEqual(await c(text), []);
    });
  });

  describe('definitions', () => {
    it('inside #if, extern "C" and an include guard are module-level', async () => {
      const text = `#ifndef LIST_H
#define LIST_H
#ifdef __cplusplus
extern "C" {
#endif
#if defined(FAST) && LEVEL > 1
int fast(void);
#elif SLOW
int slow(void);
#else
int medium(void);
#endif
${padding.repeat(2)}
static int subject(void) { return fast() + slow() + medium(); }
#ifdef __cplusplus
}
#endif
#endif
`;
      assert.deepEqual(await c(text.replace(/#ifdef __cplusplus[^#]*#endif\n/g, '')), ['fast', 'medium', 'slow']);
      const chunks = await searchedChunks('list.h', text, 60);
      assert.deepEqual(globalsOf(chunkWith(chunks, 'static int subject')).sort(), ['fast', 'medium', 'slow']);
      assert.ok(!symbolsOf(chunks).includes('macro LIST_H'));
    });

    it('are functions, prototypes, types with their constants, macros and variables', async () => {
      const text = `
#define LIMIT 10
#define SQUARE(x) ((x) * (x))
typedef struct { int x; } point;
typedef int (*callback)(int a);
enum color { RED, GREEN };
struct shape { int sides; } unit = { 1 };
union number { int i; float f; };
int area(struct shape *s);
static const char *names[] = { "red" }, *other;
int (*handler)(int);
static inline int *(twice)(int x) { return x + x; }
`;
      assert.deepEqual(symbolsOf(await searchedChunks('a.c', text, 400)), [
        'macro LIMIT',
        'macro SQUARE',
        'struct point',
        'type callback',
        'enum color',
        'enum RED',
        'enum GREEN',
        'variable unit',
        'variable shape',
        'struct number',
        'function area',
        'constant names',
        'constant other',
        'variable handler',
        'function twice',
      ]);
    });

    it('tags and constants inside a type are module-level names', async () => {
      const text = `
struct parser { enum { IDLE, BUSY } state; struct token { int kind; } last; };
typedef struct { union value { int i; } v; } cell;
int subject(struct token *t, union value *v) { return t->kind == IDLE ? BUSY : v->i; }
`;
      assert.deepEqual(await c(text), ['BUSY', 'IDLE', 'token', 'value']);
    });

    it('a definition replaces its forward declaration', async () => {
      const text = `
struct node;
struct other;
struct node { int value; struct node *next; };
${padding}
void subject(struct node *n, struct other *o) { n->value = 1; }
`;
      const texts = chunkWith(await searchedChunks('a.c', text, 60), 'subject').globals.map((global) => global.text);
      assert.deepEqual(texts, ['struct node { int value; struct node *next; }', 'struct other']);
    });

    it('a doc comment stays with its function', async () => {
      const text = `#include <stdio.h>
${padding}
/**
 * Says hello.
 */
static void hello(void) { printf("hello, hello, hello, hello, hello, hello, hello"); }
${padding}
`;
      const chunk = chunkWith(await searchedChunks('a.c', text, 60), 'void hello');
      assert.match(chunk.text, /^\s*\/\*\*\n \* Says hello/);
      assert.deepEqual(importsOf(chunk), ['#include <stdio.h>']);
    });

    it('locals of a function that #if breaks apart are not module-level names', async () => {
      const text = `
int total;
void torn(int x) {
#ifdef FAST
    if (x) {
#else
    if (!x) {
#endif
        total = x;
    }
    int counter = 1;
}
${padding.repeat(3)}
void subject(int y) { total = counter; }
`;
      assert.deepEqual(globalsOf(chunkWith(await searchedChunks('a.c', text, 80), 'void subject')), ['total']);
    });
  });
});
