#!/usr/bin/env lua
--- Keeps items and their counts.
-- @module inventory

local json <const> = require("json")
local insert, concat = table.insert, table.concat

local MAX_ITEMS = 0x3E8
local Inventory = {}
Inventory.__index = Inventory

--[[ A long comment
over two lines ]]

--- Makes an inventory.
-- @param name its name
function Inventory.new(name, ...)
  local self = setmetatable({ name = name, items = {}, ["max size"] = MAX_ITEMS; count = select("#", ...) }, Inventory)
  for index, value in ipairs({ ... }) do
    self.items[index] = value
  end
  return self
end

--- Adds an item.
function Inventory:add(sku, count)
  count = count or 1
  if count <= 0 then
    error("bad count: " .. tostring(count), 2)
  elseif #self.items >= MAX_ITEMS and not self.unlimited then
    return nil, "full"
  else
    insert(self.items, { sku = sku, count = count })
  end
  self.count = self.count + count // 1
  return true
end

function Inventory:each(filter)
  local index = 0
  return function()
    repeat
      index = index + 1
      local item = self.items[index]
      if item == nil then return nil end
    until filter == nil or filter(item)
    return index, self.items[index]
  end
end

local function mask(a, b)
  return (a & b | a ~ b) << 2 >> 1, ~a, a ~= b, a ^ b, -a % b
end

function Inventory.__lt(a, b)
  return a.count < b.count
end

function Inventory:report()
  local lines = {}
  for index, item in self:each(function(i) return i.count > 0 end) do
    if item.hidden then goto continue end
    lines[#lines + 1] = ("%d. %s (%d)"):format(index, item.sku, item.count)
    ::continue::
  end
  return concat(lines, "\n") .. [[
long string
]] .. [==[ with ]] inside ]==]
end

function Inventory.load(path)
  local file <close> = assert(io.open(path, "r"))
  local ok, data = pcall(json.decode, file:read("a"))
  if not ok then
    return nil, data
  end
  local inventory = Inventory.new(data.name)
  for key, value in pairs(data.items) do
    inventory:add(key, value)
  end
  return inventory
end

for i = 10, 1, -2 do
  print(i, 1e-3, 0xA.8p1, 'single \'quoted\'')
end

local total = 0
while total < 3 do
  total = total + 1
  if total == 2 then break end
end

do
  local inventory = Inventory.new "main"
  inventory:add { sku = "A-1" }
  print(inventory:report(), mask(1, 2), type(nil))
end

return Inventory
