import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf } from './expect-uses';

const source = `defmodule Shop.Carts do
  @moduledoc "Carts."

  use GenServer
  import Ecto.Query, only: [from: 2, where: 3]
  alias Shop.{Cart, Item}
  alias Shop.Mail.Mailer, as: Mail
  require Logger

  @doc """
  Finds the carts of a user.
  """
  @spec of(integer) :: [Cart.t()]
  def of(user_id) do
    Logger.info("carts of #{user_id}")
    from(c in Cart, where: c.user_id == ^user_id)
  end

  @doc "Adds an item."
  def add(%Cart{} = cart, nil), do: cart

  def add(cart, item) do
    cart
    |> put_item(%Item{name: item})
    |> Mail.deliver()
  end

  defp put_item(cart, item), do: Map.update(cart, :items, [item], &add_to(&1, item))

  defmacro cart_id(expr) do
    quote do: unquote(expr)
  end
end

defimpl String.Chars, for: Shop.Carts do
  def to_string(_), do: "carts"
end
`;

describe('Elixir', () => {
  it('binds the last part of an alias, narrows groups and reads only: and as:', async () => {
    const chunks = await searchedChunks('carts.ex', source, 80);
    assert.deepEqual(importsOf(chunkWith(chunks, 'def of')), [
      'import Ecto.Query, only: [from: 2]',
      'alias Shop.Cart',
      'require Logger',
    ]);
    assert.deepEqual(importsOf(chunkWith(chunks, '%Item{name')).slice(-1), ['alias Shop.Mail.Mailer, as: Mail']);
  });

  it('carries the functions of the module that it calls', async () => {
    assert.ok(globalsOf(chunkWith(await searchedChunks('carts.ex', source, 50), '|> put_item')).includes('put_item'));
  });

  it('treats a bare identifier as a variable, and a call or capture as a function', async () => {
    const code = `defmodule Shop do
  def changeset(cart, attrs), do: {cart, attrs}

  def update(cart, attrs) do
    changeset = Map.merge(cart, attrs)
    if changeset.valid?, do: changeset, else: {:error, changeset}
  end

  def insert(attrs) do
    Enum.map(attrs, &changeset/2)
  end
end
`;
    const chunks = await searchedChunks('shop.ex', code, 45);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'def update')), []);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'def insert')), ['changeset']);
  });

  it('carries module attributes and finds modules below an alias', async () => {
    const code = `defmodule Shop.Worker do
  alias Shop.Mail

  @timeout 5_000
  @type state :: map

  @doc "Sends what is waiting, within the time that is set, and then some more."
  def send(waiting), do: Mail.Queue.push(waiting, @timeout)

  def timeout(timeout), do: timeout
end
`;
    const chunk = chunkWith(await searchedChunks('worker.ex', code, 50), 'def send');
    assert.deepEqual(globalsOf(chunk), ['timeout']);
    assert.deepEqual(importsOf(chunk), ['alias Shop.Mail']);
    assert.match(chunk.text, /@doc "Sends/);
    assert.ok(symbolsOf(await searchedChunks('worker.ex', code, 400)).includes('type state'));
  });

  it('keeps @doc and @spec with their function', async () => {
    const chunk = chunkWith(await searchedChunks('carts.ex', source, 80), 'def of');
    assert.match(chunk.text, /Finds the carts of a user\.\n {2}"""\n {2}@spec of\(integer\)[^\n]*\n {2}def of/);
  });

  it('keeps the clauses of a function together', async () => {
    const chunk = chunkWith(await searchedChunks('carts.ex', source, 80), 'def add(%Cart{}');
    assert.match(chunk.text, /@doc "Adds an item\."[\s\S]*def add\(cart, item\) do/);
  });

  it('lists modules, functions, macros and implementations', async () => {
    const symbols = symbolsOf(await searchedChunks('carts.ex', source, 400));
    for (const symbol of [
      'module Shop.Carts',
      'function of',
      'function add',
      'function put_item',
      'macro cart_id',
      'impl String.Chars',
    ]) {
      assert.ok(symbols.includes(symbol), `${symbol} is not in ${symbols.join(', ')}`);
    }
  });
});
