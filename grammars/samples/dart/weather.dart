library weather;

import 'dart:async';
import 'dart:convert' show jsonDecode, utf8;
import 'package:http/http.dart' as http;
export 'src/units.dart' hide internal;
part 'weather.g.dart';

const int maxDays = 14;
final _cache = <String, Forecast>{};
late final String apiKey;

typedef Callback<T> = void Function(T value, {int? retries});

/// The sky at one moment.
enum Sky implements Comparable<Sky> {
  clear('☀', 0),
  rain('☂', 2);

  const Sky(this.symbol, this.weight);
  final String symbol;
  final int weight;

  @override
  int compareTo(Sky other) => weight - other.weight;
}

sealed class Event {}

final class Storm extends Event {
  Storm({required this.force, this.name = 'unnamed'}) : assert(force > 0), super();
  final int force;
  final String name;
}

base class Sun extends Event {
  const factory Sun.bright() = _Bright;
}

abstract interface class Source<T extends Object?> {
  Future<T> fetch(Uri url, [Duration timeout = const Duration(seconds: 3)]);
  external static void ping();
}

mixin Logging on Object {
  void log(String message) => print('[$runtimeType] $message');
}

mixin class Counter {
  int count = 0;
}

extension type const CityId(int value) implements int {
  CityId.parse(String text) : this(int.parse(text));
}

extension Celsius on num {
  double get fahrenheit => this * 9 / 5 + 32;
}

/// What the weather will be.
@immutable
class Forecast with Logging, Counter implements Source<Map<String, dynamic>> {
  Forecast(this.city, {List<double>? temperatures}) : temperatures = temperatures ?? [];

  Forecast.empty() : this('');

  factory Forecast.fromJson(Map<String, dynamic> json) {
    if (json case {'city': String city, 'days': [num first, ...var rest]} when rest.isNotEmpty) {
      return Forecast(city, temperatures: [first.toDouble(), for (var r in rest) if (r is num) r.toDouble()]);
    }
    return switch (json) {
      {'city': final String name} => Forecast(name),
      {'error': int code && > 400} || {'error': null} => throw FormatException('bad: $json'),
      _ => Forecast.empty(),
    };
  }

  final String city;
  final List<double> temperatures;
  static int instances = 0;

  double? get mean => temperatures.isEmpty ? null : temperatures.reduce((a, b) => a + b) / temperatures.length;
  set first(double value) => temperatures[0] = value;

  Forecast operator +(Forecast other) => Forecast(city, temperatures: [...temperatures, ...?other.temperatures]);

  @override
  Future<Map<String, dynamic>> fetch(Uri url, [Duration timeout = const Duration(seconds: 3)]) async {
    try {
      final response = await http.get(url).timeout(timeout);
      return jsonDecode(utf8.decode(response.bodyBytes)) as Map<String, dynamic>;
    } on TimeoutException catch (e, stack) {
      log('$e ${stack.toString().length}');
      rethrow;
    } finally {
      count++;
    }
  }

  Stream<(int, double)> days() async* {
    for (final (index, value) in temperatures.indexed) {
      yield (index, value);
    }
    yield* const Stream.empty();
  }
}

({int low, int high}) range(Iterable<int> values) {
  var (low, high) = (0, 0);
  for (var i = 0; i < values.length; i++) {
    low = values.elementAt(i) < low ? values.elementAt(i) : low;
  }
  return (low: low, high: high);
}

String describe(Event event) => switch (event) {
      Storm(:final name, force: >= 10) => 'hurricane $name',
      Storm() => 'storm',
      Sun() => 'sun',
    };

Future<void> main(List<String> arguments) async {
  final forecast = Forecast('Berlin')
    ..temperatures.addAll([1, 2.5])
    ..log(r'raw \n');
  switch (arguments) {
    case ['--help', ...]:
      print('''
usage: weather ${arguments.firstOrNull ?? 'city'}
''');
    case [var city] when city.length > 2:
      _cache[city] ??= forecast;
    default:
      break;
  }
  await for (final (day, temperature) in forecast.days()) {
    print('$day: ${temperature.fahrenheit.toStringAsFixed(1)}');
  }
  do {
    instancesOf<Forecast>();
  } while (forecast.mean! > 100);
}

T? instancesOf<T>() => null;
