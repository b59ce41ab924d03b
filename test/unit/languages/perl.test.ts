import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf } from './expect-uses';

const source = `package Shop::Cart;

use strict;
use warnings;
use List::Util qw(first sum max);
use Carp;
use JSON::PP ();
use Shop::Item;
use constant TAX => 0.19;
use constant { FREE => 0, PAID => 1 };

our $VERSION = '1.0';
my %cache;

=head2 total

What it costs.

=cut

sub total {
    my ($self, @items) = @_;
    croak 'empty' unless @items;
    return sum(map { $_->{price} * (1 + TAX) } @items);
}

sub load {
    my ($self, $id, $sum) = @_;
    return $cache{$id} //= Shop::Item->new($id, first => $sum);
}

sub dump_all {
    my %cache = @_;
    return JSON::PP::encode_json(\\%cache);
}

sub state { return total(@_) ? PAID : FREE }

1;
`;

describe('Perl', () => {
  it('narrows import lists and knows the default exports of modules', async () => {
    const chunks = await searchedChunks('Cart.pm', source, 60);
    assert.deepEqual(importsOf(chunkWith(chunks, 'sub total')), ['use List::Util qw(sum);', 'use Carp;']);
  });

  it('finds modules by their full name', async () => {
    const chunks = await searchedChunks('Cart.pm', source, 60);
    assert.deepEqual(importsOf(chunkWith(chunks, 'sub load')), ['use Shop::Item;']);
    assert.deepEqual(importsOf(chunkWith(chunks, 'sub dump_all')), ['use JSON::PP ();']);
  });

  it('carries constants, file variables and subs; a lexical variable hides a file variable but never a sub', async () => {
    const chunks = await searchedChunks('Cart.pm', source, 60);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'sub load')), ['cache']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'sub total')), ['TAX']);
    assert.ok(!globalsOf(chunkWith(chunks, 'sub dump_all')).includes('cache'));
  });

  it('keeps POD with the sub after it and knows the package', async () => {
    const chunk = chunkWith(await searchedChunks('Cart.pm', source, 60), 'sub total');
    assert.match(chunk.text, /=head2 total/);
    assert.deepEqual(chunk.scope, ['Shop::Cart']);
  });

  it('lists subs, constants and variables', async () => {
    const symbols = symbolsOf(await searchedChunks('Cart.pm', source, 60));
    for (const symbol of ['constant TAX', 'constant PAID', 'variable VERSION', 'variable cache', 'function total']) {
      assert.ok(symbols.includes(symbol), `${symbol} is not in ${symbols.join(', ')}`);
    }
  });
});
