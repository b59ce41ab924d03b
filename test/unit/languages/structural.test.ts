import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '../../../src/code/chunk';
import { chunkText } from '../../../src/engine/workers/chunker';
import { grammarOf, languageById, languages } from '../../../src/languages/registry';
import { chunkWith, symbolsOf } from './expect-uses';

/** The searched chunks of a source that is too large for one chunk. Asserts that together they are the whole source. */
async function cut(path: string, source: string, maxTokens = 60): Promise<readonly Chunk[]> {
  const { chunks } = await chunkText({ path, text: source }, { maxTokens });
  const searched = chunks.filter((chunk) => chunk.role !== 'parent');
  assert.equal(searched.map((chunk) => chunk.text).join(''), source);
  for (const chunk of searched) assert.ok(chunk.tokens.text <= maxTokens);
  return searched;
}

/** A file of grammars/samples: valid, modern code. */
function sample(path: string): string {
  return readFileSync(join(__dirname, '..', '..', '..', 'grammars', 'samples', path), 'utf8');
}

/** The scope and name of a chunk: `resource.aws_instance.web`. */
function address(chunk: Chunk): string {
  return [...chunk.scope, chunk.name].join('.');
}

describe('structural languages', () => {
  it('attach no imports and no globals', () => {
    for (const id of ['css', 'scss', 'json', 'yaml', 'toml', 'xml', 'html', 'hcl', 'dockerfile', 'makefile', 'sql']) {
      assert.equal(languageById(id)?.references, undefined, id);
    }
  });

  it('each have a unique id and a unique grammar', () => {
    assert.equal(new Set(languages.map((language) => language.id)).size, languages.length);
    assert.equal(new Set(languages.map(grammarOf)).size, languages.length);
  });

  describe('CSS', () => {
    const source = `@charset "utf-8";
@import url("reset.css");

/* The page. */
:root { --ink: #222; --paper: #fff; --accent: #07c; }

.button, a.button:hover > span {
  color: var(--ink);
  background: url("button.png") no-repeat;
}

@media (min-width: 600px) {
  /* Two columns. */
  .columns {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 1rem;
  }

  #sidebar {
    display: block;
    margin: 0 auto;
    padding: 1rem;
  }
}

@keyframes spin {
  from { transform: rotate(0deg); }
  to { transform: rotate(360deg); }
}
`;

    it('names rules after their selectors', async () => {
      const all = symbolsOf(await cut('site.css', source));
      for (const symbol of [
        'rule :root',
        'rule .button',
        'rule a.button:hover > span',
        'rule spin',
        'block (min-width: 600px)',
      ]) {
        assert.ok(all.includes(symbol), symbol);
      }
    });

    it('keeps a comment with its rule', async () => {
      assert.match(chunkWith(await cut('site.css', source), ':root').text, /\/\* The page\. \*\/\n:root/);
    });

    it('splits a media query that is too large', async () => {
      const sidebar = chunkWith(await cut('site.css', source), '#sidebar');
      assert.equal(address(sidebar), '(min-width: 600px).#sidebar');
      assert.equal(sidebar.kind, 'rule');
    });
  });

  describe('SCSS', () => {
    const source = `@use "sass:math";

// Brand
$primary: #336699;
$space: 8px;

@mixin button($background, $color: white) {
  background: $background;
  color: $color;
  &:hover { opacity: 0.8; }
}

@function double($n) {
  @return $n * 2;
}

.card {
  @include button($primary);

  .title {
    font-size: double(2px);
    margin: $space;
    letter-spacing: 0.02em;
  }

  .body {
    padding: $space;
    border: 1px solid $primary;
    border-radius: 4px;
  }
}
`;

    it('finds variables, mixins, functions and nested rules', async () => {
      const all = symbolsOf(await cut('theme.scss', source));
      for (const symbol of ['variable $primary', 'macro button', 'function double', 'rule .card', 'rule .title']) {
        assert.ok(all.includes(symbol), symbol);
      }
      assert.ok(!all.some((symbol) => symbol.includes('font-size')), 'a property is no variable');
    });

    it('puts nested rules into the scope of their parent', async () => {
      assert.equal(address(chunkWith(await cut('theme.scss', source, 40), '.body {')), '.card..body');
    });
  });

  describe('JSON', () => {
    const source = `${JSON.stringify(
      {
        name: 'reader',
        version: '1.2.0',
        scripts: { build: 'tsc --project tsconfig.json', test: 'mocha --recursive test' },
        contributes: {
          commands: [
            { command: 'reader.open', title: 'Open a Book in the Reader' },
            { command: 'reader.close', title: 'Close the Book and Forget It' },
          ],
          configuration: {
            properties: {
              'reader.fontSize': { type: 'number', default: 14, description: 'Size of the text in points' },
              'reader.theme': { type: 'string', enum: ['light', 'dark'], description: 'Colours of the page' },
            },
          },
        },
      },
      null,
      2,
    )}\n`;

    it('nests keys: the scope is the key path', async () => {
      const theme = chunkWith(await cut('package.json', source, 50), '"reader.theme"');
      assert.deepEqual(theme.scope, ['contributes', 'configuration', 'properties']);
      assert.equal(theme.name, 'reader.theme');
      assert.equal(theme.kind, 'key');
    });

    it('does not split the objects of an array', async () => {
      for (const chunk of await cut('package.json', source, 50)) {
        assert.equal(chunk.text.includes('"reader.open"'), chunk.text.includes('Open a Book'));
        assert.equal(chunk.text.includes('"reader.close"'), chunk.text.includes('Close the Book'));
      }
    });

    it('accepts comments above the object', async () => {
      const chunks = await cut('tsconfig.json', `// Settings\n${source}`, 50);
      assert.ok(symbolsOf(chunks).includes('key scripts'));
    });

    it('cuts one long line between keys', async () => {
      const flat = JSON.stringify(
        Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`key${i}`, { value: i, on: true }])),
      );
      const chunks = await cut('flat.json', flat);
      assert.ok(chunks.slice(1).every((chunk) => chunk.text.startsWith('"key')));
    });
  });

  describe('YAML', () => {
    const source = `# Continuous integration
name: ci
on:
  push:
    branches: [main]

jobs:
  # Builds and tests.
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0 }
      - name: Test
        run: |
          npm ci
          npm test
  publish:
    needs: build
    runs-on: ubuntu-latest
    steps:
      - name: Publish to the registry
        run: npm publish --access public
        env:
          NODE_AUTH_TOKEN: secret
`;

    it('nests keys: the scope is the key path', async () => {
      const publish = chunkWith(await cut('ci.yml', source), 'npm publish');
      assert.equal(publish.kind, 'key');
      assert.match(address(publish), /^jobs\.publish/);
    });

    it('keeps a comment with the key below it', async () => {
      const long = 'a:\n  one: the first of several values\n  two: the second of them\n';
      const text = `${long}\n# About b.\nb:\n  # About three.\n  three: the third\n  four: 4\n# About c.\nc: 5\n`;
      for (const limit of [20, 25, 30, 40]) {
        const chunks = await cut('a.yaml', text, limit);
        assert.match(chunkWith(chunks, 'b:').text, /# About b\.\nb:/);
        assert.match(chunkWith(chunks, 'three: ').text, /# About three\.\n {2}three:/);
        assert.match(chunkWith(chunks, 'c: 5').text, /# About c\.\nc: 5/);
      }
    });

    it('never splits a list item that fits', async () => {
      for (const chunk of await cut('ci.yml', source, 40)) {
        assert.equal(chunk.text.includes('name: Test'), chunk.text.includes('npm ci'));
      }
    });

    it('names the resources in a file with several documents', async () => {
      const manifest = (kind: string, name: string): string =>
        `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\nspec:\n  selector: {app: ${name}}\n  port: 80\n`;
      const chunks = await cut('k8s.yaml', `${manifest('Service', 'web')}---\n${manifest('Deployment', 'worker')}`, 50);
      assert.deepEqual(
        chunks.map((chunk) => `${chunk.kind} ${chunk.name}`),
        ['resource web', 'resource worker'],
      );
    });
  });

  describe('TOML', () => {
    const source = `# The package
title = "reader"

[package]
name = "reader"
version = "1.2.0"
authors = ["A <a@example.com>", "B <b@example.com>"]

[dependencies.serde]
version = "1"
features = ["derive", "rc", "alloc"]
default-features = false

# The programs
[[bin]]
name = "reader"
path = "src/main.rs"

[[bin]]
name = "writer"
path = "src/writer.rs"
`;

    it('has tables and keys', async () => {
      const all = symbolsOf(await cut('Cargo.toml', source));
      for (const symbol of ['key title', 'table package', 'table dependencies.serde', 'table bin']) {
        assert.ok(all.includes(symbol), symbol);
      }
    });

    it('keeps a table whole', async () => {
      assert.match(
        chunkWith(await cut('Cargo.toml', source), 'src/main.rs').text,
        /\[\[bin\]\]\nname = "reader"\npath/,
      );
    });

    it('keeps a comment with the table below it', async () => {
      assert.match(chunkWith(await cut('Cargo.toml', source), 'src/main.rs').text, /# The programs\n\[\[bin\]\]/);
    });

    it('cuts a large table between its keys', async () => {
      const table = `[dependencies]\n${Array.from({ length: 20 }, (_, i) => `crate-${i} = "1.${i}.0"\n`).join('')}`;
      const chunks = await cut('Cargo.toml', table);
      assert.ok(chunks.length > 2);
      assert.ok(
        chunks.slice(1).every((chunk) => /^crate-\d+ = /.test(chunk.text) && chunk.scope[0] === 'dependencies'),
      );
    });
  });

  describe('XML', () => {
    const source = `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <!-- What it needs. -->
  <dependencies>
    <dependency>
      <groupId>org.example</groupId>
      <artifactId>reader</artifactId>
      <version>1.2.0</version>
    </dependency>
    <dependency>
      <groupId>org.example</groupId>
      <artifactId>writer</artifactId>
      <version>1.3.0</version>
    </dependency>
  </dependencies>
</project>
`;

    it('nests elements', async () => {
      const writer = chunkWith(await cut('pom.xml', source), 'writer');
      assert.equal(address(writer), 'project.dependencies.dependency');
      assert.equal(writer.kind, 'element');
    });

    it('keeps a comment with its element', async () => {
      assert.match(
        chunkWith(await cut('pom.xml', source), 'What it needs').text,
        /<!-- What it needs\. -->\n {2}<dependencies>/,
      );
    });
  });

  describe('HCL', () => {
    const source = `# Where the state is.
terraform {
  required_version = ">= 1.5"
  backend "s3" {
    bucket = "state"
  }
}

variable "region" {
  type    = string
  default = "eu-central-1"
}

# The web server.
resource "aws_instance" "web" {
  ami           = data.aws_ami.ubuntu.id
  instance_type = "t3.micro"
  tags = {
    Name = "web"
  }
}

data "aws_ami" "ubuntu" {
  most_recent = true
}

locals {
  name = "reader"
}
`;

    it('names blocks as Terraform does', async () => {
      const chunks = await cut('main.tf', source, 50);
      const web = chunkWith(chunks, 'instance_type');
      assert.equal(web.name, 'resource.aws_instance.web');
      assert.equal(web.kind, 'resource');
      assert.match(web.text, /^# The web server\.\n/);
      const terraform = chunkWith(chunks, 'required_version');
      assert.equal(`${terraform.kind} ${address(terraform)}`, 'block terraform');
    });
  });

  describe('Dockerfile', () => {
    const source = `# syntax=docker/dockerfile:1
ARG NODE=20
FROM node:20-alpine AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci && \\
    npm cache clean --force
COPY . .
RUN npm run build

# What is shipped.
FROM nginx:1.25
COPY --from=build /app/dist /usr/share/nginx/html
ENV PORT=80 HOST=0.0.0.0
EXPOSE 80
HEALTHCHECK CMD curl --fail http://localhost/ || exit 1
ENTRYPOINT ["nginx", "-g", "daemon off;"]
`;

    it('has stages, and later instructions belong to their stage', async () => {
      const chunks = await cut('Dockerfile', source, 50);
      assert.deepEqual(
        symbolsOf(chunks).filter((symbol) => symbol.startsWith('block')),
        ['block build', 'block nginx:1.25'],
      );
      assert.deepEqual(chunkWith(chunks, 'HEALTHCHECK').scope, ['nginx:1.25']);
    });

    it('does not split an instruction that spans several lines', async () => {
      for (const chunk of await cut('Dockerfile', source, 30)) {
        assert.equal(chunk.text.includes('npm ci'), chunk.text.includes('npm cache'));
      }
    });
  });

  describe('Makefile', () => {
    const source = `# Compiler
CC := gcc
export CFLAGS ?= -O2 -Wall

.PHONY: all clean

## Builds everything.
all: reader writer
	@echo "done"

reader: main.o reader.o
	$(CC) $(CFLAGS) -o $@ $^

%.o: %.c
	$(CC) $(CFLAGS) -c $< -o $@

ifeq ($(OS),Windows_NT)
clean:
	del /Q *.o *.exe
else
clean:
	rm -f *.o reader writer
endif

define banner
  echo "Reader, the program that reads your books aloud"
endef
`;

    it('has targets, variables and macros', async () => {
      const all = symbolsOf(await cut('Makefile', source));
      for (const symbol of [
        'variable CC',
        'variable CFLAGS',
        'target all',
        'target reader',
        'target %.o',
        'macro banner',
      ]) {
        assert.ok(all.includes(symbol), symbol);
      }
      assert.ok(!all.includes('target .PHONY'));
    });

    it('keeps a comment and the recipe with their target', async () => {
      assert.match(
        chunkWith(await cut('Makefile', source), 'all: reader').text,
        /## Builds everything\.\nall: reader writer\n\t@echo "done"\n/,
      );
    });
  });

  describe('CMake', () => {
    const source = `cmake_minimum_required(VERSION 3.20)
project(Reader VERSION 1.2 LANGUAGES CXX)
set(SOURCES main.cpp reader.cpp)
add_executable(reader \${SOURCES})
target_link_libraries(reader PRIVATE fmt::fmt)

# Adds a plugin.
function(add_plugin name)
  add_library(\${name} MODULE \${ARGN})
  set(output "\${CMAKE_BINARY_DIR}/plugins")
endfunction()

macro(warn text)
  message(WARNING "\${text}")
endmacro()

if(WIN32)
  add_library(platform windows.cpp)
else()
  add_library(platform unix.cpp)
endif()
`;

    it('has functions, macros, targets and variables', async () => {
      const all = symbolsOf(await cut('CMakeLists.txt', source));
      for (const symbol of [
        'module Reader',
        'variable SOURCES',
        'target reader',
        'function add_plugin',
        'macro warn',
      ]) {
        assert.ok(all.includes(symbol), symbol);
      }
      assert.ok(!all.includes('variable output'), 'a local is no definition');
      assert.ok(!all.some((symbol) => symbol.includes('$')), 'a name that is not known yet is none');
    });

    it('keeps a comment with its function', async () => {
      assert.match(
        chunkWith(await cut('CMakeLists.txt', source), 'add_plugin').text,
        /# Adds a plugin\.\nfunction\(add_plugin/,
      );
    });
  });

  describe('GraphQL', () => {
    const source = `# The schema
schema { query: Query }

"""A person who reads."""
type User implements Node @key(fields: "id") {
  id: ID!
  "Those they wrote."
  posts(first: Int = 10): [Post!]!
}

interface Node { id: ID! }
union Result = User | Post
enum Role { ADMIN READER }
input NewUser { name: String! }
directive @key(fields: String!) on OBJECT
extend type User { role: Role }

query GetUser($id: ID!) {
  user(id: $id) { ...Names posts { id } }
}

fragment Names on User { name }
`;

    it('has types, queries and fragments', async () => {
      const all = symbolsOf(await cut('schema.graphql', source));
      for (const symbol of [
        'type User',
        'field posts',
        'interface Node',
        'type Result',
        'enum Role',
        'extension User',
        'query GetUser',
        'query Names',
      ]) {
        assert.ok(all.includes(symbol), symbol);
      }
    });

    it('keeps a description with its type', async () => {
      assert.match(
        chunkWith(await cut('schema.graphql', source), 'type User implements').text,
        /"""A person who reads\."""\ntype User/,
      );
    });
  });

  describe('Protocol Buffers', () => {
    const source = `syntax = "proto3";
package reader.v1;
import "google/protobuf/timestamp.proto";

// Someone who reads.
message User {
  string name = 1;
  enum Role { ADMIN = 0; READER = 1; }
  message Address { string city = 1; string street = 2; }
  oneof contact { string mail = 2; string phone = 3; }
  map<string, int32> counts = 4;
}

enum State { OPEN = 0; CLOSED = 1; }

service Reader {
  // Finds one.
  rpc GetUser(GetUserRequest) returns (User);
  rpc WatchUsers(WatchRequest) returns (stream User);
}
`;

    it('has messages, enums, services and their members', async () => {
      const chunks = await cut('reader.proto', source);
      const all = symbolsOf(chunks);
      for (const symbol of [
        'message User',
        'field name',
        'message Address',
        'field contact',
        'enum State',
        'service Reader',
      ]) {
        assert.ok(all.includes(symbol), symbol);
      }
      assert.match(chunkWith(chunks, 'message User').text, /\/\/ Someone who reads\.\nmessage User/);
    });

    it('cuts a service between its calls, each with its comment', async () => {
      const calls = Array.from(
        { length: 9 },
        (_, i) => `  // Call ${i}.\n  rpc Call${i}(Request${i}) returns (Reply${i});\n`,
      );
      const chunks = await cut('calls.proto', `service Calls {\n${calls.join('')}}\n`);
      assert.ok(chunks.length > 2);
      for (const chunk of chunks.slice(1)) {
        assert.match(chunk.text, /^ {2}\/\/ Call \d/);
        assert.deepEqual(chunk.scope, ['Calls']);
        assert.equal(chunk.kind, 'method');
      }
    });
  });

  describe('SQL', () => {
    const source = `-- People who read.
CREATE TABLE public.users (
  id integer PRIMARY KEY,
  name text NOT NULL
);

CREATE INDEX users_name ON public.users (name);

CREATE OR REPLACE FUNCTION greet(who text) RETURNS text AS $$
BEGIN
  RETURN 'hello ' || who;
END;
$$ LANGUAGE plpgsql;

CREATE VIEW readers AS SELECT * FROM users;

INSERT INTO users (id, name) VALUES (1, 'Ada'), (2, 'Grace');

WITH counts AS (SELECT user_id, count(*) AS n FROM books GROUP BY user_id)
SELECT users.name, counts.n FROM users JOIN counts ON counts.user_id = users.id;
`;

    it('names statements after their object', async () => {
      const all = symbolsOf(await cut('schema.sql', source));
      assert.deepEqual(all, [
        'table public.users',
        'statement users_name',
        'function greet',
        'table readers',
        'statement users',
        'query users',
      ]);
    });

    it('keeps a comment with its statement and ends it with the semicolon', async () => {
      const table = chunkWith(await cut('schema.sql', source), 'CREATE TABLE');
      assert.match(table.text, /^-- People who read\.\nCREATE TABLE[\s\S]*\);\n/);
    });
  });

  describe('Nix', () => {
    const source = `# A package.
{ pkgs ? import <nixpkgs> {}, lib, ... }:
let
  # What it is.
  version = "1.2.0";
  double = n: n * 2;
in
rec {
  package = pkgs.stdenv.mkDerivation {
    pname = "reader";
    inherit version;
    buildInputs = [ pkgs.nodejs pkgs.python3 pkgs.cmake ];
    buildPhase = ''
      npm ci
      npm run build
    '';
  };

  services.nginx = {
    enable = true;
    virtualHosts."reader.example.com" = { root = "/srv"; forceSSL = true; };
    recommendedGzipSettings = true;
  };
}
`;

    it('has bindings, and nested bindings have their path as scope', async () => {
      const chunks = await cut('default.nix', source, 50);
      const hosts = chunkWith(chunks, 'services.nginx');
      assert.equal(`${hosts.kind} ${address(hosts)}`, 'key services.nginx');
      assert.equal(chunkWith(chunks, 'buildPhase').scope[0] ?? 'package', 'package');
    });
  });

  describe('Clojure', () => {
    it('has functions, macros, records and tests', async () => {
      const chunks = await cut(
        'core.clj',
        `(ns reader.core (:require [clojure.string :as str]))

(def ^:private limit 10)

;; Says hello.
(defn greet
  "Greets someone by name."
  [name]
  (str/join " " ["hello" name]))

(defmacro unless [test & body] \`(if ~test nil (do ~@body)))

(defrecord Book [title pages])

(deftest greets (is (= "hello Ada" (greet "Ada"))))

(println (greet "Ada"))
`,
      );
      assert.deepEqual(symbolsOf(chunks), [
        'module reader.core',
        'variable limit',
        'function greet',
        'macro unless',
        'struct Book',
        'test greets',
      ]);
      assert.match(chunkWith(chunks, 'defn greet').text, /;; Says hello\.\n\(defn greet/);
    });
  });

  describe('Elm', () => {
    it('keeps the type annotation with its function', async () => {
      const chunks = await cut(
        'Main.elm',
        `module Main exposing (main)

import Html exposing (Html, text)

type alias Model = { count : Int, name : String }

type Msg = Increment | Rename String

{-| Changes the model. -}
update : Msg -> Model -> Model
update msg model =
    case msg of
        Increment -> { model | count = model.count + 1 }
        Rename name -> { model | name = name }
`,
      );
      assert.deepEqual(symbolsOf(chunks), ['type Model', 'type Msg', 'function update']);
      assert.match(chunkWith(chunks, 'case msg').text, /\{-\| Changes the model\. -\}\nupdate : Msg/);
    });
  });

  describe('Erlang', () => {
    it('has functions, records, types and macros', async () => {
      const chunks = await cut(
        'reader.erl',
        `-module(reader).
-export([read/1]).
-define(LIMIT, 10).
-record(book, {title, pages = 0}).
-type pages() :: integer().

%% Reads a book.
-spec read(integer()) -> ok | done.
read(0) -> done;
read(N) when N > 0 ->
    io:format("page ~p~n", [N]),
    read(N - 1).

close(_Book) -> ok.
`,
      );
      const all = symbolsOf(chunks);
      for (const symbol of ['macro LIMIT', 'struct book', 'type pages', 'function read', 'function close']) {
        assert.ok(all.includes(symbol), symbol);
      }
      assert.match(chunkWith(chunks, 'read(0) -> done').text, /%% Reads a book\.\n-spec read/);
    });
  });

  describe('Gleam', () => {
    it('keeps docs and attributes with their function', async () => {
      const chunks = await cut(
        'reader.gleam',
        `import gleam/io

/// How many pages at once.
const limit = 10

pub type Book {
  Book(title: String, pages: Int)
}

/// Reads a book aloud, page by page.
@deprecated("use listen")
pub fn read(book: Book) -> Int {
  io.println("reading " <> book.title)
  book.pages
}
`,
        50,
      );
      assert.deepEqual(symbolsOf(chunks), ['constant limit', 'type Book', 'function read']);
      assert.match(chunkWith(chunks, 'pub fn read').text, /\/\/\/ Reads a book aloud, page by page\.\n@deprecated/);
    });
  });

  describe('Nim', () => {
    it('has routines, types and values', async () => {
      const chunks = await cut(
        'reader.nim',
        `import strutils

type
  Book* = object
    title: string
  Kind = enum novel, essay

const limit* = 10
var last = 0

proc read*(book: Book): string =
  ## Reads a book.
  let text = book.title.toUpper
  result = "reading " & text

template unless(test: bool, body: untyped) =
  if not test: body
`,
      );
      assert.deepEqual(symbolsOf(chunks), [
        'type Book',
        'type Kind',
        'constant limit',
        'variable last',
        'function read',
        'macro unless',
      ]);
    });
  });

  describe('Device Tree', () => {
    it('calls nodes by their labels, and puts them into the nodes around them', async () => {
      const chunks = await cut('boards/hub.dts', sample('devicetree/board.dts'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...['constant LED_COUNT', 'resource /', 'resource chosen', 'resource leds', 'resource led0', 'resource led1'],
        ...['resource memory', 'resource i2c0', 'resource thermometer', 'resource uart0'],
      ]);
      assert.equal(address(chunkWith(chunks, 'led1: led-1')), '/.leds.led1');
      assert.match(chunkWith(chunks, '&i2c0 {').text, /^\/\* Sensors on the first bus\. \*\/\n&i2c0/);
    });

    it('is recognised behind extensions that others use too', async () => {
      const keymap = '#include <behaviors.dtsi>\n\n/ {\n\tkeymap {\n\t\tcompatible = "zmk,keymap";\n\t};\n};\n';
      assert.equal((await chunkText({ path: 'corne.keymap', text: keymap })).language, 'dts');
      assert.notEqual((await chunkText({ path: 'german.keymap', text: 'keycode 1 = Escape\n' })).language, 'dts');
    });
  });

  describe('Ada', () => {
    it('has packages with types, subprograms, tasks and protected objects', async () => {
      const chunks = await cut('bounded_queue.adb', sample('ada/bounded_queue.adb'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...[
          'module Bounded_Queue',
          'constant Max_Waits',
          'type State',
          'type Slot',
          'type Slot_Array',
          'function Count',
        ],
        ...['function Put', 'object Guard', 'method Wait', 'method Release', 'function Worker'],
      ]);
      assert.equal(address(chunkWith(chunks, 'function Count')), 'Bounded_Queue.Count');
      assert.match(chunkWith(chunks, 'function Count').text, /^ +-- {2}Counts the slots in use\./m);
    });

    it('has declarations in specifications', async () => {
      const chunks = await cut('bounded_queue.ads', sample('ada/bounded_queue.ads'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...['module Bounded_Queue', 'constant Default_Size', 'type Priority', 'type Urgent', 'function Clear'],
        ...['function Is_Full', 'type Worker', 'variable Current'],
      ]);
    });
  });

  describe('Fortran', () => {
    it('has modules with types, constants and procedures', async () => {
      const chunks = await cut('heat.f90', sample('fortran/heat.f90'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...['module heat_solver', 'constant dp', 'constant default_rate', 'struct grid'],
        ...['variable nx', 'variable ny', 'variable values', 'interface norm'],
        ...['function grid_resize', 'function step', 'function norm_max', 'module heat'],
      ]);
      assert.equal(address(chunkWith(chunks, 'pure function norm_max')), 'heat_solver.norm_max');
      assert.match(chunkWith(chunks, 'type :: grid').text, /^ +!> One time level of the field\./m);
    });
  });

  describe('MATLAB', () => {
    it('has classes with properties and methods', async () => {
      const chunks = await cut('Filter.m', sample('matlab/Filter.m'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...['class Filter', 'property Rate', 'property State', 'property MaxRate'],
        ...['method Filter', 'method step', 'method default'],
      ]);
    });

    it('has functions, and is told from Objective-C by the text', async () => {
      const chunks = await cut('smooth_signal.m', sample('matlab/smooth_signal.m'), 80);
      assert.deepEqual(symbolsOf(chunks), ['function smooth_signal', 'function largest']);
      const objective = '#import "A.h"\n@implementation A\n- (int)b { return 1; }\n@end\n';
      assert.equal((await chunkText({ path: 'A.m', text: objective })).language, 'objective-c');
    });
  });

  describe('Lisps', () => {
    it('have Common Lisp definitions by the first word of a form', async () => {
      const chunks = await cut('ledger.lisp', sample('commonlisp/ledger.lisp'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...['module ledger', 'variable *entries*', 'constant +scale+', 'struct entry', 'class report'],
        ...['function render', 'method render', 'macro with-entries', 'function post', 'function balance'],
      ]);
    });

    it('have Emacs Lisp definitions with their cookies', async () => {
      const chunks = await cut('notes-index.el', sample('elisp/notes-index.el'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...['module notes-index', 'variable notes-index-directory', 'variable notes-index--cache'],
        ...['variable notes-index-version', 'macro notes-index-with-cache', 'function notes-index--title'],
        ...['function notes-index-find', 'function notes-index-titles', 'function notes-index-mode'],
      ]);
      assert.match(chunkWith(chunks, '(defun notes-index-find').text, /^;;;###autoload\n\(defun/m);
    });

    it('have Scheme functions and values by what follows define', async () => {
      const chunks = await cut('streams.scm', sample('scheme/streams.scm'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...['module example', 'variable empty-stream', 'struct <node>', 'macro stream-cons', 'function stream-take'],
        'variable integers-from',
      ]);
    });

    it('have Racket structures and modules', async () => {
      const chunks = await cut('shapes.rkt', sample('racket/shapes.rkt'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...['struct circle', 'struct box', 'variable tau', 'macro square-of', 'function area', 'function scale'],
        'module test',
      ]);
    });

    it('leave OpenCL kernels to C', async () => {
      const kernel = '__kernel void add(__global int *a) {\n  a[0] += 1;\n}\n';
      assert.equal((await chunkText({ path: 'add.cl', text: kernel })).language, 'c');
    });
  });

  describe('GLSL', () => {
    it('has functions, structures, blocks and variables', async () => {
      const chunks = await cut('lighting.frag', sample('glsl/lighting.frag'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...['constant MAX_LIGHTS', 'variable vNormal', 'variable vUv', 'variable outColor', 'variable albedo'],
        ...[
          'variable PI',
          'struct Light',
          'variable Lights',
          'function attenuation',
          'function shade',
          'function main',
        ],
      ]);
      assert.match(chunkWith(chunks, 'float attenuation').text, /^\/\/ Falls off with the square/m);
    });
  });

  describe('GDScript', () => {
    it('has functions, signals, variables with annotations, and inner classes', async () => {
      const chunks = await cut('player.gd', sample('gdscript/player.gd'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...['class Player', 'event hit', 'enum State', 'constant SPEED', 'constant Bullet', 'variable health'],
        ...['variable sprite', 'variable state', 'function _ready', 'function _physics_process', 'function _on_hit'],
        ...['class Inventory', 'variable items', 'method add'],
      ]);
      assert.match(chunkWith(chunks, 'func _physics_process').text, /^# Runs every physics frame\.\nfunc/m);
    });
  });

  describe('Vim script', () => {
    it('has functions, commands and variables', async () => {
      const chunks = await cut('plugin/notes.vim', sample('vim/notes.vim'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...[
          'variable g:loaded_notes',
          'variable s:folder',
          'function notes#Open',
          'function s:Update',
          'function Note',
        ],
      ]);
      assert.match(chunkWith(chunks, 'function! notes#Open').text, /^" Opens the note with a title\.\nfunction/m);
    });
  });

  describe('Just', () => {
    it('has recipes with their comments and attributes, and variables', async () => {
      const chunks = await cut('justfile', sample('just/justfile'), 80);
      assert.deepEqual(symbolsOf(chunks), [
        ...['variable version', 'variable RUST_LOG', 'target b', 'target default', 'target build', 'target setup'],
        ...['target test', 'target release'],
      ]);
      assert.match(chunkWith(chunks, 'release tag:').text, /^# Publish a release\.\n\[confirm\]\nrelease tag:/m);
    });
  });

  describe('Prisma', () => {
    it('has models and enumerations', async () => {
      const chunks = await cut('schema.prisma', sample('prisma/schema.prisma'), 80);
      assert.deepEqual(symbolsOf(chunks), ['block db', 'block client', 'enum Role', 'table User', 'table Order']);
      assert.match(chunkWith(chunks, 'model User').text, /^\/\/\/ Somebody who can sign in\.\nmodel User/m);
    });
  });
});
