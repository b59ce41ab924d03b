import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf } from './expect-uses';

const service = `<?php
declare(strict_types=1);

namespace App\\Service;

use App\\Entity\\{User, Order as Purchase, Item};
use App\\Mail\\Mailer;
use Psr\\Log\\LoggerInterface as Logger;
use function App\\Util\\{slugify, money};
use const App\\Config\\TIMEOUT;

const RETRIES = 3;
define('DEBUG', false);

/**
 * Sends what was bought.
 */
#[AsService('billing')]
final class Billing extends Base implements Sender
{
    const LOGGER = 'billing';

    /** @var Mailer */
    private Mailer $mailer;

    public function __construct(private readonly Logger $logger, Mailer $mailer)
    {
        $this->mailer = $mailer;
    }

    #[Route('/bill')]
    public function bill(Purchase $order): ?User
    {
        $slugify = slugify($order->money());
        $this->mailer->send(item: $slugify, timeout: TIMEOUT);
        return null;
    }

    public function retry(callable $again): int
    {
        for ($money = 0; $money < RETRIES; $money++) {
            $again(User: $money);
        }
        return Billing::LOGGER === 'Item' ? 1 : helper($money);
    }

    private function done(): bool { return true; }
}

function helper(int $item): string
{
    return DEBUG ? money($item) : \\App\\Util\\other($item);
}
`;

describe('PHP', () => {
  it('narrows grouped use statements to the used names, aliases, functions and constants included', async () => {
    const chunks = await searchedChunks('Billing.php', service, 70);
    assert.deepEqual(importsOf(chunkWith(chunks, 'function bill')), [
      'use App\\Entity\\{User, Order as Purchase};',
      'use function App\\Util\\slugify;',
      'use const App\\Config\\TIMEOUT;',
    ]);
    assert.deepEqual(importsOf(chunkWith(chunks, 'function helper')), ['use function App\\Util\\money;']);
  });

  it('narrows a plain use statement and keeps its alias', async () => {
    const chunks = await searchedChunks('Billing.php', service, 70);
    assert.deepEqual(importsOf(chunkWith(chunks, 'function __construct')), [
      'use App\\Mail\\Mailer;',
      'use Psr\\Log\\LoggerInterface as Logger;',
    ]);
  });

  it('does not count variables, named arguments, members or strings as uses', async () => {
    const chunk = chunkWith(await searchedChunks('Billing.php', service, 70), 'function retry');
    assert.deepEqual(importsOf(chunk), []);
    assert.deepEqual(globalsOf(chunk), ['RETRIES', 'helper']);
  });

  it('carries constants of both kinds', async () => {
    const chunk = chunkWith(await searchedChunks('Billing.php', service, 70), 'function helper');
    assert.deepEqual(globalsOf(chunk), ['DEBUG']);
  });

  it('puts the code after a namespace statement into the namespace', async () => {
    const chunks = await searchedChunks('Billing.php', service, 70);
    assert.deepEqual(chunkWith(chunks, 'function retry').scope, ['App\\Service', 'Billing']);
    assert.deepEqual(chunkWith(chunks, 'function helper').scope, ['App\\Service']);
  });

  it('functions use variables of the file only after `global`', async () => {
    const source = `<?php
$config = load();

function read() { global $config; return $config['a'] + 1; }

function write($config) { return $config['b'] + 2; }

function reset() { $config = []; return $config; }

foreach ($config as $key => $value) { echo "$key {$config[0]}"; }
`;
    const chunks = await searchedChunks('config.php', source, 24);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function read')), ['$config']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function write')), []);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function reset')), []);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'foreach')), ['$config']);
  });

  it('keeps phpdoc and attributes with their definition', async () => {
    const chunks = await searchedChunks('Billing.php', service, 70);
    assert.match(chunkWith(chunks, 'final class').text, /Sends what was bought\.\n \*\/\n#\[AsService/);
    assert.match(chunkWith(chunks, 'function bill').text, /^ *#\[Route/);
  });

  it('lists classes, interfaces, traits, enums and their members', async () => {
    const source = `<?php
interface Shape { const SIDES = 0; public function area(): float; }
trait Named { private string $name; }
enum Suit: string { case Hearts = 'H'; public function label(): string { return 'x'; } }
abstract class Figure implements Shape { use Named; public function __construct() {} }
`;
    assert.deepEqual(symbolsOf(await searchedChunks('shapes.php', source, 400)), [
      'interface Shape',
      'constant SIDES',
      'method area',
      'trait Named',
      'property $name',
      'enum Suit',
      'constant Hearts',
      'method label',
      'class Figure',
      'constructor __construct',
    ]);
  });

  it('keeps the names of namespace blocks inside them', async () => {
    const source = `<?php
namespace A {
    use X\\Tool;
    function f() { return new Tool(); }
}
namespace B {
    function g() { return new Tool(); }
}
`;
    const chunks = await searchedChunks('two.php', source, 30);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function g')), []);
    assert.deepEqual(importsOf(chunkWith(chunks, 'function g')), []);
    assert.deepEqual(
      chunkWith(chunks, 'function g').symbols.map((symbol) => symbol.name),
      ['B', 'g'],
    );
  });

  it('finds functions that are defined conditionally', async () => {
    const source = `<?php
if (!function_exists('compat')) {
    function compat($x) { return $x; }
}

function caller() { return compat(1); }
`;
    assert.deepEqual(globalsOf(chunkWith(await searchedChunks('compat.php', source, 30), 'function caller')), [
      'compat',
    ]);
  });

  it('cuts templates that mix code and HTML', async () => {
    const source = `<ul>\n<?php foreach ($rows as $row): ?>\n  <li><?= escape($row) ?></li>\n<?php endforeach; ?>\n</ul>\n`;
    const chunks = await searchedChunks('list.phtml', source.repeat(4), 60);
    assert.ok(chunks.length > 1);
    assert.ok(chunks.every((chunk) => chunk.fallback === undefined));
  });
});
