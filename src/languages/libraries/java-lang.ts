/** The often used types of `java.lang`, which every file can use without an import. */
export const javaLangTypes: readonly string[] = `
  ArithmeticException ArrayIndexOutOfBoundsException AssertionError AutoCloseable Boolean Byte CharSequence Character Class
  ClassCastException ClassLoader ClassNotFoundException CloneNotSupportedException Cloneable Comparable Deprecated Double Enum Error
  Exception Float FunctionalInterface IllegalAccessException IllegalArgumentException IllegalStateException
  IndexOutOfBoundsException InheritableThreadLocal Integer InterruptedException Iterable Long Math NoClassDefFoundError
  NoSuchFieldException NoSuchMethodException NullPointerException Number NumberFormatException Object OutOfMemoryError Override
  ReflectiveOperationException Runnable Runtime RuntimeException SafeVarargs SecurityException Short StackOverflowError
  StackTraceElement String StringBuffer StringBuilder SuppressWarnings System Thread ThreadLocal Throwable
  UnsupportedOperationException Void`
  .trim()
  .split(/\s+/);
