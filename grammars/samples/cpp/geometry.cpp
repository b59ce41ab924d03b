// Shapes and what can be asked of them.
#include "geometry.hpp"

#include <algorithm>
#include <compare>
#include <concepts>
#include <coroutine>
#include <memory>
#include <ranges>
#include <string_view>
#include <variant>
#include <vector>

#define GEOMETRY_VERSION 3

namespace geo::inline v2 {

using namespace std::literals;
using std::string_view;
template <typename T>
using Ptr = std::unique_ptr<T>;

inline constexpr double pi = 3.14159'26535;
constinit thread_local int depth = 0;

/// Something with an area.
template <typename T>
concept Shape = requires(const T& shape, double factor) {
  { shape.area() } -> std::convertible_to<double>;
  shape.scale(factor);
  typename T::unit;
  requires std::movable<T> && !std::is_abstract_v<T>;
};

enum class Unit : unsigned char { metre = 1, inch };

struct Point {
  double x{}, y{};
  auto operator<=>(const Point&) const = default;
  friend Point operator+(Point a, Point b) noexcept { return {.x = a.x + b.x, .y = a.y + b.y}; }
};

class [[nodiscard]] Circle final : public Base, private virtual Counted<Circle> {
 public:
  using unit = double;
  explicit(false) Circle(Point centre, double radius) noexcept(true) : centre_{centre}, radius_(radius) {}
  Circle(const Circle&) = delete;
  Circle(Circle&&) noexcept = default;
  virtual ~Circle() override;

  [[nodiscard]] constexpr auto area() const& -> double { return pi * radius_ * radius_; }
  void scale(double factor) && = delete;
  decltype(auto) centre() const&& { return std::move(centre_); }
  operator bool() const { return radius_ > 0; }
  static consteval int sides() { return 0; }

 private:
  Point centre_;
  double radius_ = 1.0;
  int flags : 3;
  friend class Painter;
};

Circle::~Circle() {}

template <Shape... Shapes>
  requires(sizeof...(Shapes) > 0)
double total(const Shapes&... shapes) {
  return (shapes.area() + ... + 0.0);
}

template <typename T, std::size_t N = 4>
class Grid {
 public:
  T& at(std::size_t row, std::size_t column) { return cells_[row * N + column]; }
  template <typename U> void fill(U&& value);

 private:
  T cells_[N * N];
};

template <typename T, std::size_t N>
template <typename U>
void Grid<T, N>::fill(U&& value) {
  std::ranges::fill(cells_, std::forward<U>(value));
}

template <>
class Grid<bool, 0> {};

template <class... Ts>
struct overloaded : Ts... {
  constexpr explicit overloaded(Ts... ts) : Ts(ts)... {}
};

auto describe(const std::variant<Point, Unit, int>& value) -> std::string {
  return std::visit(
      overloaded{
          [](const Point& p) { return std::to_string(p.x); },
          []<std::integral I>(I number) mutable noexcept -> std::string { return std::to_string(number); },
          [&, copy = 1](auto&&... rest) { return R"(unit "raw")"s; },
      },
      value);
}

Task<int> walk(std::vector<Point> points) {
  for (int i = 0; auto& [x, y] : points) {
    if constexpr (sizeof(x) > 4) {
      co_yield ++i;
    } else if (auto it = std::ranges::find(points, Point{1, 2}); it != points.end()) [[likely]] {
      co_return 1;
    }
  }
  auto odd = points | std::views::filter([](auto p) { return int(p.x) % 2; }) | std::views::take(3);
  co_await std::suspend_always{};
  switch (auto unit = Unit::inch; unit) {
    using enum Unit;
    case metre:
    default:
      break;
  }
  try {
    auto* raw = new (std::nothrow) int[3]{1, 2, 3};
    delete[] raw;
    throw std::runtime_error{"no"};
  } catch (const std::exception& error) {
    static_cast<void>(error.what());
  } catch (...) {
    throw;
  }
  static_assert(GEOMETRY_VERSION >= 3 and not false, "old");
  long double weight = 0x1.fp3L + 0b1010'1010 + 12_km;
}

}  // namespace geo::inline v2

namespace {
[[deprecated("use total")]] int sum(int a, int b = 2) { return a <=> b < 0 ? a : b; }
}  // namespace

extern "C" int entry(int (*callback)(void*), void* data) { return callback ? callback(data) : nullptr == data; }
