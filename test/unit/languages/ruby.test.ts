import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const report = `# frozen_string_literal: true

require 'json'
require 'optparse'
require 'net/http'
require 'active_support/core_ext/hash'
require_relative '../lib/report_writer'

LIMIT = 10
$verbose = false

# Reads a report.
def read_report(path, format: 'json')
  text = File.read(path)
  format == 'json' ? JSON.parse(text) : text
end

def fetch(uri)
  Net::HTTP.get(uri)
end

def write(report, json)
  ReportWriter.new(json).write(report.first(LIMIT))
end

def options
  OptionParser.new { |o| o.on('-v') { $verbose = true } }
end

def run(read_report)
  limits = { LIMIT: 1, fetch: 2 }
  read_report.call(limits)
  puts 'LIMIT', :fetch, self.write
end

def main
  read_report('a.json').each { |write| puts write }
  <<~TEXT
    #{options} and LIMIT
  TEXT
end
`;

const model = `module Shop
  # How long a cart lives.
  LIFETIME = 3600

  class Error < StandardError; end

  # A cart of goods.
  class Cart
    MAX_ITEMS = 5
    attr_accessor :owner, :items

    # Makes an empty cart.
    def initialize(owner)
      @owner = owner
    end

    def self.restore(data)
      new(data[:owner])
    end

    private def check!(item)
      raise Error, 'full' if items.size >= MAX_ITEMS
    end

    def expired?(now)
      now - @created > LIFETIME
    end
  end

  def self.open(owner)
    Cart.new(owner)
  end
end
`;

describe('Ruby', () => {
  it('a required file defines the constant that its last path element spells', async () => {
    const chunks = await searchedChunks('report.rb', report, 50);
    assert.deepEqual(importsOf(chunkWith(chunks, 'def read_report')), ["require 'json'"]);
    assert.deepEqual(importsOf(chunkWith(chunks, 'def write')), ["require_relative '../lib/report_writer'"]);
  });

  it('knows libraries whose constants are spelled differently', async () => {
    const chunks = await searchedChunks('report.rb', report, 50);
    assert.deepEqual(importsOf(chunkWith(chunks, 'def fetch')), ["require 'net/http'"]);
    assert.deepEqual(importsOf(chunkWith(chunks, 'def options')), ["require 'optparse'"]);
  });

  it('carries constants and methods of the file, also those used in heredocs', async () => {
    const chunks = await searchedChunks('report.rb', report, 50);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'def write')), ['LIMIT']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'def main')), ['options', 'read_report']);
  });

  it('a parameter hides a method; symbols, keys, strings and calls on self are not uses', async () => {
    const chunks = await searchedChunks('report.rb', report, 50);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'def run')), []);
  });

  it('patterns use constants and bind variables, and a key without a value is a variable', async () => {
    const code = `Point = Struct.new(:x, :y)
def name; end
def size; end

def show(shape)
  case shape
  in Point[x, y] then puts x, y
  in { name: String => size, name: } then puts name, size
  end
end

def pack
  { name:, size: 1 }
end
`;
    const chunks = await searchedChunks('show.rb', code, 60);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'def show')), ['Point']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'def pack')), ['name']);
  });

  it('an assigned local hides a method, but not a global variable or constant', async () => {
    const code = `$level = 1
def size; end
def reset!; end

def grow
  size = 2
  $level = size
  puts $level, !reset!
end
`;
    assert.deepEqual(globalsOf(chunkWith(await searchedChunks('grow.rb', code, 30), 'def grow')), ['$level', 'reset!']);
  });

  it('does not treat the comment of the first member as part of the signature', async () => {
    const code = `class Shop\n  # Opens it.\n  def open(door, key, light)\n    door.turn(key).then { light.on }\n  end\n\n  def close(door, key, light)\n    door.turn(key).then { light.off }\n  end\nend\n`;
    const chunks = await searchedChunks('shop.rb', code, 40);
    assert.match(chunkWith(chunks, 'def close').context, /^# class Shop$/m);
  });

  it('keeps a doc comment with its method', async () => {
    const chunk = chunkWith(await searchedChunks('report.rb', report, 50), 'def read_report');
    assert.match(chunk.text, /# Reads a report\.\ndef read_report/);
  });

  it('lists methods, singleton methods, accessors and constants of a class', async () => {
    const symbols = symbolsOf(await searchedChunks('shop.rb', model, 400));
    for (const symbol of [
      'module Shop',
      'constant LIFETIME',
      'class Error',
      'class Cart',
      'constant MAX_ITEMS',
      'constructor initialize',
      'method restore',
      'method check!',
      'method expired?',
      'method open',
    ]) {
      assert.ok(symbols.includes(symbol), `${symbol} is not in ${symbols.join(', ')}`);
    }
  });

  it('resolves the constants of the enclosing class and module', async () => {
    const chunks = await searchedChunks('shop.rb', model, 40);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'def check!')), ['Error', 'MAX_ITEMS', 'items']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'def expired?')), ['LIFETIME']);
    assert.deepEqual(chunkWith(chunks, 'def expired?').scope, ['Shop', 'Cart']);
  });

  it('finds modules inside classes, and after :: only members of the named module', async () => {
    const source = `
module Web
  class Cookies
    KEY = 'key'
    module Chained; end
    class Jar
      include Chained
    end
  end
  class Request; end
  class Subject < Rack::Request
    def jar = Cookies::Jar.new(Cookies::KEY, self.class::KEY)
  end
end
`;
    assert.deepEqual(await usesOf('web.rb', source, 'Jar'), ['Chained']);
    assert.deepEqual(await usesOf('web.rb', source, 'Subject'), ['Cookies', 'Jar', 'KEY']);
  });

  it('distinguishes calls from locals with the same name, and expression keys from plain keys', async () => {
    const source = `
LIMIT = 1
def index_name(table) = table
def subject(index_name: nil)
  index_name ||= index_name(:users)
  { LIMIT => index_name }
end
`;
    assert.deepEqual(await usesOf('a.rb', source, 'subject'), ['LIMIT', 'index_name']);
  });

  it('does not treat include and extend as imports', async () => {
    const source = `class Pile\n  include Comparable\n  extend Forwardable\n\n  def <=>(other)\n    size <=> other.size\n  end\nend\n`;
    const chunks = await searchedChunks('pile.rb', source, 24);
    assert.ok(chunks.every((chunk) => chunk.kind !== 'imports'));
    assert.deepEqual(symbolsOf(chunks), ['class Pile', 'method <=>']);
  });
});
