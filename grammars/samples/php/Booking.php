<?php

declare(strict_types=1);

namespace App\Booking;

use App\Contracts\{Clock, Mailer as Mail};
use DateTimeImmutable;
use function array_map, sprintf;
use const PHP_EOL;

require_once __DIR__ . '/bootstrap.php';

const MAX_GUESTS = 12;
define('BOOKING_DEBUG', false);

/** How far a booking is. */
enum Status: string implements \JsonSerializable
{
    use Labelled;

    case Open = 'open';
    case Paid = 'paid';

    const DEFAULT = self::Open;

    public static function fromLabel(string $label): self
    {
        return self::tryFrom($label) ?? static::DEFAULT;
    }

    public function jsonSerialize(): mixed
    {
        return $this->value;
    }
}

enum Suit
{
    case Hearts;
    case Spades;
}

#[\Attribute(\Attribute::TARGET_METHOD | \Attribute::IS_REPEATABLE)]
final class Audited
{
    public function __construct(public readonly string $level = 'info') {}
}

interface Priced extends \Countable, \Stringable
{
    public function price(int|float $rate): ?float;
}

trait Labelled
{
    abstract public function label(): string;

    protected static array $labels = [];
}

/**
 * A table that somebody booked.
 *
 * @template T
 */
#[Audited('warning'), Deprecated]
abstract class Booking implements Priced
{
    use Labelled, Other {
        Labelled::label insteadof Other;
        Other::label as protected otherLabel;
    }

    public const string TABLE = 'bookings';
    private const RAW = <<<'RAW'
        raw $text
        RAW;
    private static ?self $last = null;
    protected array $guests = ['host' => null];

    public function __construct(
        protected readonly Clock&\Countable $clock,
        private Mail|null $mail = null,
        public private(set) int $size = 2,
        #[\SensitiveParameter] string ...$names,
    ) {
        [$first, 'host' => $host, , $third] = $names + [];
        ['a' => $a, 'b' => [$b]] = ['a' => 1, 'b' => [2]];
        $this->guests = [...$names, ...$this->guests];
    }

    #[Audited]
    public function price(int|float $rate): ?float
    {
        return match (true) {
            $rate <= 0, $rate > 1_000 => throw new \InvalidArgumentException("bad rate {$rate}"),
            $this->size > MAX_GUESTS => $rate ** 2,
            default => $this->mail?->discount(rate: $rate, round: true)?->value ?? 1.5e3,
        };
    }

    final public static function create(mixed ...$arguments): static
    {
        static $count = 0;
        $count++;
        return self::$last ??= new static(...$arguments);
    }

    public function guests(): \Generator
    {
        foreach ($this->guests as $key => ['name' => $name]) {
            yield $key => $name;
        }
        yield from [];
    }

    public function __toString(): string
    {
        $names = array_map(fn (string $name): string => ucfirst($name), $this->guests);
        $join = strlen(...);
        $callback = static function (array &$rows) use ($names, &$join): never {
            exit(1);
        };
        try {
            $sum = $this->size <=> 3;
        } catch (\TypeError | \ValueError) {
            $sum = 0b11 << 1;
        } finally {
            unset($join);
        }
        return <<<HTML
            <p class="guest">{$names[0]} and $names[1] {$this->clock->now()->format('c')}</p>
            HTML . sprintf('%s', $sum instanceof Status ? 'a' : 'b') . self::RAW;
    }
}

function helper(string $path, ?callable $then = null): void
{
    global $config;
    switch ($path[0] ?? null) {
        case '/':
            break;
        default:
            echo $path, PHP_EOL;
    }
    for ($i = 0, $j = 10; $i < $j; $i++, --$j):
        continue;
    endfor;
    if (!isset($config) || empty($path) and @file_exists($path)) {
        return;
    } elseif ($path === 'x') {
        goto end;
    }
    end:
    $object = new class (1) extends Base implements Priced {
        public function count(): int { return (int) '3'; }
    };
    do { $i--; } while ($i > 0);
    (new Mail())->send(...['to' => 'x']);
    $closure = $then?->bindTo($object) ?: clone $object;
}
