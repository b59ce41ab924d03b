#pragma once

#include <cstddef>
#include <string>

namespace geo {

class Base {
 public:
  virtual ~Base() = default;
  virtual double area() const = 0;

 protected:
  Base() = default;
  std::string name_;
};

template <typename Derived>
class Counted {
 public:
  static std::size_t count() { return count_; }

 protected:
  Counted() { ++count_; }
  ~Counted() { --count_; }

 private:
  inline static std::size_t count_ = 0;
};

template <typename T>
struct Task {
  struct promise_type;
  T value;
};

constexpr double operator""_km(long double value) { return static_cast<double>(value * 1000); }

#if defined(_WIN32)
void open_window(const wchar_t* title);
#else
void open_window(const char* title);
#endif

}  // namespace geo
