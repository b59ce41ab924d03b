import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf } from './expect-uses';

const source = `local json = require 'json'
local path, lfs = require("path"), require("lfs")
local insert = table.insert
require "side.effect"

local M = {}
local cache = {}

--- Reads a file.
local function read(name, json)
  return path.join(json, name)
end

function M.load(name)
  local data = json.decode(read(name))
  insert(cache, data)
  return data
end

function M:each(fn)
  for i, cache in ipairs(self.items) do fn({ read = i, [insert] = cache }) end
  self.json = self.path:read()
end

M.size = function() return #cache end

return M
`;

describe('Lua', () => {
  it('treats require as an import and narrows a line that loads several modules', async () => {
    const chunks = await searchedChunks('store.lua', source, 40);
    assert.deepEqual(importsOf(chunkWith(chunks, 'function M.load')), ["local json = require 'json'"]);
    assert.deepEqual(importsOf(chunkWith(chunks, 'function read')), ['local path = require("path")']);
  });

  it('parameters and loop variables hide module-level names; fields and methods are not uses', async () => {
    const chunks = await searchedChunks('store.lua', source, 40);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function M.load')), ['M', 'cache', 'insert', 'read']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function M:each')), ['M', 'insert']);
    assert.deepEqual(importsOf(chunkWith(chunks, 'function M:each')), []);
  });

  it('knows the table that a function belongs to', async () => {
    const chunks = await searchedChunks('store.lua', source, 40);
    const load = chunkWith(chunks, 'function M.load');
    assert.deepEqual([load.kind, load.scope, load.name], ['method', ['M'], 'load']);
    assert.ok(symbolsOf(chunks).includes('method size'));
  });

  it('keeps a doc comment with its function', async () => {
    assert.match(
      chunkWith(await searchedChunks('store.lua', source, 40), 'function read').text,
      /--- Reads a file\.\nlocal function/,
    );
  });
});
