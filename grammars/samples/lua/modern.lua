local handle <close> = assert(io.open('data.txt'))
local limit <const> = 10 // 3

local M = {}

---Counts the set bits of an integer.
---@param value integer
---@return integer
function M.bits(value)
  local count = 0
  while value ~= 0 do
    count = count + (value & 1)
    value = value >> 1
    if count > limit then goto done end
  end
  ::done::
  return count ~ 0
end

M.mask = function(a, b) return a | ~b, a << 2 end

for line in handle:lines() do
  print(#line, ("%d"):format(M.bits(0x7f)), 1e3, 0xA.8p1)
end

goto finish
print [[never]]
::finish::
return setmetatable(M, { __call = function(_, ...) return select('#', ...) end })
