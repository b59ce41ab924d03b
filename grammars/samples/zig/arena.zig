//! A list that lives in an arena.
const std = @import("std");
const builtin = @import("builtin");
const Allocator = std.mem.Allocator;
const assert = std.debug.assert;

pub const max_items: usize = 1_024;
threadlocal var depth: u32 = 0;
extern "c" fn puts(text: [*:0]const u8) c_int;

/// What can go wrong.
pub const Error = error{ Full, Missing } || Allocator.Error;

pub const Kind = enum(u8) {
    small = 1,
    large,
    _,

    pub fn isLarge(self: Kind) bool {
        return self == .large;
    }
};

const Value = union(enum) {
    int: i64,
    text: []const u8,
    none,
};

const Flags = packed struct(u8) {
    dirty: bool = false,
    rest: u7 = 0,
};

/// A list of `T`.
pub fn List(comptime T: type) type {
    return struct {
        const Self = @This();

        items: []T = &.{},
        allocator: Allocator,
        kind: Kind = .small,

        pub fn init(allocator: Allocator) Self {
            return .{ .allocator = allocator };
        }

        pub fn deinit(self: *Self) void {
            self.allocator.free(self.items);
            self.* = undefined;
        }

        /// Adds an item and returns its index.
        pub fn append(self: *Self, item: T) Error!usize {
            if (self.items.len >= max_items) return error.Full;
            const index = self.items.len;
            self.items = try self.allocator.realloc(self.items, index + 1);
            errdefer self.items.len -= 1;
            self.items[index] = item;
            return index;
        }

        pub inline fn get(self: Self, index: usize) ?T {
            return if (index < self.items.len) self.items[index] else null;
        }
    };
}

fn describe(value: Value) []const u8 {
    return switch (value) {
        .int => |n| if (n > 0) "positive" else "other",
        .text => |text| blk: {
            if (text.len == 0) break :blk "empty";
            break :blk text;
        },
        .none => unreachable,
    };
}

fn sum(values: []const u32) u64 {
    var total: u64 = 0;
    outer: for (values, 0..) |value, index| {
        if (value == 0) continue :outer;
        total += value * @as(u64, @intCast(index)) +% 1;
    } else {
        total |= 0xff;
    }
    var i: usize = 0;
    while (i < values.len) : (i += 1) {
        if (values[i] > 10 and i != 3) break;
    }
    return total << 2;
}

export fn add(a: c_int, b: c_int) callconv(.C) c_int {
    return a + b;
}

pub fn main() !void {
    var gpa: std.heap.GeneralPurposeAllocator(.{}) = .{};
    defer _ = gpa.deinit();
    var list = List(Value).init(gpa.allocator());
    defer list.deinit();
    _ = list.append(.{ .int = 3 }) catch |err| switch (err) {
        error.Full => return,
        else => |e| return e,
    };
    if (list.get(0)) |value| {
        std.debug.print("{s}\n", .{describe(value)});
    }
    const text =
        \\first line
        \\second line
    ;
    const array = [_]u8{ 'a', 'b' } ++ [_]u8{0} ** 2;
    const slice = array[0..2 :0];
    const pointer: *align(4) const volatile u32 = @ptrFromInt(0x1000);
    comptime assert(@sizeOf(Flags) == 1);
    inline for (.{ u8, u16 }) |T| _ = T;
    _ = .{ text, slice, pointer.*, builtin.os.tag, list.get(0) orelse Value.none };
}

test "sum of nothing" {
    try std.testing.expectEqual(@as(u64, 255 << 2), sum(&[_]u32{}));
}
