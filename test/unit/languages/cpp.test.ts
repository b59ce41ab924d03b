import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const cpp = (text: string): Promise<string[]> => usesOf('a.cpp', text, 'subject');

const padding = `
static const char *padding[] = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"};
`;

/** The imports of a function that is too far from them to share their chunk. */
async function importsFor(imports: string, body: string): Promise<string[]> {
  const text = `${imports}\n${padding.repeat(3)}\nvoid subject() {\n    ${body}\n}\n`;
  return importsOf(chunkWith(await searchedChunks('a.cpp', text, 90), 'subject'));
}

describe('C++', () => {
  describe('imports', () => {
    it('standard headers provide the names after std::', async () => {
      const headers =
        'algorithm cstdint functional iostream map memory optional stdexcept string string_view thread utility vector';
      const includes = headers
        .split(' ')
        .map((header) => `#include <${header}>`)
        .join('\n');
      const expected: readonly (readonly [string, string])[] = [
        ['std::sort(a, b);', 'algorithm'],
        ['uint32_t x;', 'cstdint'],
        ['std::function<void(int)> f;', 'functional'],
        ['std::cout << std::endl;', 'iostream'],
        ['std::map<int, int> m;', 'map'],
        ['auto p = std::make_unique<int>(1);', 'memory'],
        ['std::optional<int> o = std::nullopt;', 'optional'],
        ['throw std::runtime_error("x");', 'stdexcept'],
        ['std::string s = std::to_string(1);', 'string'],
        ['std::string_view v;', 'string_view'],
        ['std::this_thread::yield();', 'thread'],
        ['use(std::move(x));', 'utility'],
        ['std::vector<int> v;', 'vector'],
      ];
      for (const [body, header] of expected)
        assert.deepEqual(await importsFor(includes, body), [`#include <${header}>`]);
    });

    it('standard headers provide nothing to code that does not use std', async () => {
      const includes = '#include <algorithm>\n#include <map>';
      assert.deepEqual(await importsFor(includes, 'find(map, 1);'), []);
      assert.deepEqual(await importsFor(`${includes}\nusing namespace std;`, 'sort(a, b);'), ['#include <algorithm>']);
    });

    it('include using declarations, namespace aliases and project headers', async () => {
      assert.deepEqual(await importsFor('using std::string;', 'string s;'), ['using std::string;']);
      assert.deepEqual(await importsFor('namespace fs = std::filesystem;', 'fs::path p;'), [
        'namespace fs = std::filesystem;',
      ]);
      assert.deepEqual(await importsFor('#include "net/http_client.h"', 'HttpClient client;'), [
        '#include "net/http_client.h"',
      ]);
      assert.deepEqual(await importsFor('#include "HTTPClient.h"', 'HTTPClient::Options o;'), [
        '#include "HTTPClient.h"',
      ]);
    });
  });

  describe('uses', () => {
    it('types, bases, template arguments and scopes are uses; members, labels and captures of locals are not', async () => {
      const text = `
class Base {};
template <typename T> class Box {};
enum class Color { Red };
enum Plain { first, second };
struct Point { int x; };
int size, value, x, item, e, k, done;
int helper(int v);
using Alias = Point;

class subject : public Base {
  int run(const Box<Alias>& value, int size = helper(1)) {
    auto [k, v] = value.size();
    for (const auto& item : v) helper(item);
    auto f = [x = k](int e) { return x + e; };
    try { f(1); } catch (const Point& e) { helper(e.x); }
    if (auto it = f(2); it) goto done;
    Point p{.x = first};
done:
    return static_cast<int>(Color::Red);
  }
};
`;
      assert.deepEqual(await cpp(text), ['Alias', 'Base', 'Box', 'Color', 'Point', 'first', 'helper']);
    });

    it('template parameters hide names', async () => {
      const text = `
struct T {};
struct U {};
int N;
template <typename T, int N, class... U> void subject(T t, U... rest) { use(N); }
`;
      assert.deepEqual(await cpp(text), []);
    });

    it('the name of a member defined outside its class is not a use', async () => {
      const text = `
class Server;
int run;
namespace subject {
void Server::run() {}
}
`;
      assert.deepEqual(await cpp(text), ['Server']);
    });
  });

  describe('definitions', () => {
    it('a member defined outside its class knows the class', async () => {
      const text = `
template <typename T> int *Outer::Stack<T>::push(T item) { return items_.emplace(item); }
`;
      const [chunk] = await searchedChunks('a.cpp', text, 60);
      assert.deepEqual([chunk?.kind, chunk?.name, chunk?.scope], ['method', 'push', ['Stack']]);
      assert.deepEqual(symbolsOf(await searchedChunks('a.cpp', 'int Stack::count = 0;\nStack::~Stack() {}\n', 60)), [
        'variable count',
        'method ~Stack',
      ]);
    });

    it('members of a named or unnamed namespace are names inside it', async () => {
      const text = `
int outside;
namespace app::core {
namespace {
int hidden = 1;
}
int shared = 2;
${padding.repeat(2)}
int subject() { return hidden + shared; }
}
`;
      const chunk = chunkWith(await searchedChunks('a.cpp', text, 80), 'int subject');
      assert.deepEqual(globalsOf(chunk), ['hidden', 'shared']);
      assert.deepEqual(chunk.scope, ['app::core']);
    });

    const classText = `
#pragma once
#include <string>

/// Keeps a connection to the server open.
template <typename Protocol>
class Connection : public Base<Protocol> {
 public:
  /// Opens the connection; it is closed when the object goes out of scope, whatever happens before.
  explicit Connection(const std::string& host, int port = kPort) : host_(host) { open(port); }
  ~Connection() override = default;
  Connection(const Connection&) = delete;
  Connection& operator=(Connection&& other) noexcept;
  operator bool() const { return open_; }

  /// Sends a message and waits for the answer, at most as long as the timeout says, which is in seconds.
  virtual std::string send(const std::string& message) const = 0;

 private:
  static constexpr int kPort = 80;
  enum State { kIdle, kBusy };
  struct Pending { int id; };
  std::string host_;
  bool open_ = false, *flag_;
};
`;

    it('a class that is too large is split between members; docs and access specifiers stay with them', async () => {
      const chunks = await searchedChunks('connection.hpp', classText, 60);
      const send = chunkWith(chunks, 'virtual std::string send');
      assert.match(send.text, /\/\/\/ Sends a message/);
      assert.ok(send.scope.includes('Connection'));
      assert.match(chunkWith(chunks, 'kPort = 80').text, /private:/);
      const member = chunkWith(chunks, 'explicit Connection');
      assert.match(member.text, /public:\n\s*\/\/\/ Opens the connection/);
    });

    it('are classes with constructors, operators, fields, nested types and constants', async () => {
      assert.deepEqual(symbolsOf(await searchedChunks('connection.hpp', classText, 600)), [
        'class Connection',
        'method Connection',
        'method ~Connection',
        'method Connection',
        'method operator=',
        'method operator bool() const',
        'method send',
        'field kPort',
        'enum State',
        'enum kIdle',
        'enum kBusy',
        'struct Pending',
        'field id',
        'field host_',
        'field open_',
        'field flag_',
      ]);
    });

    it('are templates, aliases, concepts, tests, macros and prototypes', async () => {
      const text = `
#define CHECK(x) check(x)
template <typename T> using List = std::vector<T>;
template <typename T> concept Addable = requires(T t) { t + t; };
template <typename T> T add(T a, T b) { return a + b; }
extern int shared;
auto trailing(int a) -> int;
TEST_F(AddTest, AddsNumbers) { EXPECT_EQ(add(1, 2), 3); }
`;
      assert.deepEqual(symbolsOf(await searchedChunks('a.cpp', text, 400)), [
        'macro CHECK',
        'type List',
        'type Addable',
        'function add',
        'variable shared',
        'function trailing',
        'test AddsNumbers',
      ]);
    });

    it('a class with an export macro, which parses as a function, is still a class', async () => {
      assert.deepEqual(symbolsOf(await searchedChunks('a.hpp', 'class EXPORT_API Widget { int size; };\n', 60)), [
        'class Widget',
      ]);
    });

    it('code in a class uses its fields without a qualifier', async () => {
      const text = `
class Counter {
 public:
${'  void padding(int one, int two, int three, int four, int five, int six, int seven, int eight);\n'.repeat(4)}
  void increase() { count_ += kStep; }
${'  void more(int one, int two, int three, int four, int five, int six, int seven, int eight);\n'.repeat(4)}
 private:
  static const int kStep = 2;
  int count_;
};
`;
      assert.deepEqual(globalsOf(chunkWith(await searchedChunks('a.hpp', text, 80), 'void increase')), [
        'count_',
        'kStep',
      ]);
    });

    it('of a class and its nested types are visible to members defined outside it', async () => {
      const text = `
namespace db {
class Table {
  struct Rep;
  struct Cursor { Cursor(int at); int at_; };
  Rep* rep_;
  static const int kLimit;
};
struct Table::Rep { int size; };
const int Table::kLimit = 10;
Table::Cursor::Cursor(int at) : at_(at) {}
int Table::count() { return rep_->size < kLimit ? sizeof(Rep) : 0; }
}
`;
      const chunks = await searchedChunks('table.cc', text, 30);
      assert.deepEqual(globalsOf(chunkWith(chunks, 'int Table::count')), ['Rep', 'Table', 'kLimit', 'rep_']);
      assert.ok(globalsOf(chunkWith(chunks, 'Cursor::Cursor')).includes('at_'));
    });

    it('of a namespace that is opened twice belong together, and after :: only members of the qualifier count', async () => {
      const text = `
namespace a { int helper(int x) { return x; } struct Row { int id; }; }
namespace b { int helper(int y) { return y; } }
namespace a {
int subject(other::Row row) { return helper(1) + ::a::helper(row.id); }
}
int outside(b::Missing m) { return a::helper(2); }
`;
      assert.deepEqual(await cpp(text), ['a', 'helper']);
      assert.deepEqual(await usesOf('a.cpp', text, 'outside'), ['a', 'b', 'helper']);
    });

    it('a constructor that initialises a field uses it, even if a parameter has the same name', async () => {
      const text = `
struct Point {
${'  void padding(int one, int two, int three, int four, int five, int six, int seven, int eight);\n'.repeat(4)}
  Point(int x) : x(x) {}
${'  void more(int one, int two, int three, int four, int five, int six, int seven, int eight);\n'.repeat(4)}
  int x;
};
`;
      assert.deepEqual(globalsOf(chunkWith(await searchedChunks('a.hpp', text, 80), 'Point(int x)')), ['x']);
    });
  });
});
