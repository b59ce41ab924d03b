import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf } from './expect-uses';

const source = `{-# LANGUAGE LambdaCase #-}
module Shop.Cart (Cart(..), total, render) where

import Data.List
import Data.Map (Map, fromList, (!))
import qualified Data.Text as T
import Control.Monad hiding (forM)
import Shop.Item (Item(..), price)

-- | A cart of goods.
data Cart = Cart { items :: [Item], owner :: T.Text }
  | Empty
  deriving (Show)

-- | What it costs.
total :: Cart -> Int
total Empty = 0
total cart = sum (map price (items cart)) + fee
  where
    fee = shipping (length (items cart))

shipping :: Int -> Int
shipping price
  | price > 3 = 0
  | otherwise = price

class Render a where
  render :: a -> T.Text

instance Render Cart where
  render = \\case
    Empty -> T.pack "nothing"
    Cart total _ -> T.intercalate (T.pack ", ") (sort (names total))

names :: [Item] -> [T.Text]
names xs = do
  shipping <- xs
  when True [()]
  pure (label shipping)

label :: Item -> T.Text
label = const T.empty

index :: [(Int, Cart)] -> Map Int Cart
index pairs = fromList pairs
`;

describe('Haskell', () => {
  it('narrows import lists and knows qualifiers and the exports of well-known modules', async () => {
    const chunks = await searchedChunks('Cart.hs', source, 70);
    assert.deepEqual(importsOf(chunkWith(chunks, 'total cart =')), ['import Shop.Item (price)']);
    assert.deepEqual(importsOf(chunkWith(chunks, 'render = ')), [
      'import Data.List',
      'import qualified Data.Text as T',
    ]);
    assert.deepEqual(importsOf(chunkWith(chunks, 'index pairs')).slice(0, 1), ['import Data.Map (Map, fromList)']);
    assert.ok(importsOf(chunkWith(chunks, 'names xs')).includes('import Control.Monad hiding (forM)'));
  });

  it('carries the type signature of a used function', async () => {
    const chunk = chunkWith(await searchedChunks('Cart.hs', source, 60), 'total cart =');
    assert.equal(chunk.globals.find((global) => global.name === 'shipping')?.text, 'shipping :: Int -> Int');
  });

  it('parameters and bound variables hide names', async () => {
    const chunks = await searchedChunks('Cart.hs', source, 40);
    assert.deepEqual(importsOf(chunkWith(chunks, 'shipping price\n')), []);
    assert.ok(!globalsOf(chunkWith(chunks, 'names xs')).includes('shipping'));
  });

  it('uses the constructors in a pattern', async () => {
    const chunk = chunkWith(await searchedChunks('Cart.hs', source, 80), 'total Empty');
    assert.ok(globalsOf(chunk).includes('Empty'));
  });

  it('keeps the haddock of the first definition with it, not with the imports', async () => {
    const chunk = chunkWith(await searchedChunks('Cart.hs', source, 50), 'data Cart');
    assert.match(chunk.text, /^-- \| A cart of goods\.\ndata Cart/);
  });

  it('keeps haddock, signature and equations of a function together', async () => {
    const chunk = chunkWith(await searchedChunks('Cart.hs', source, 80), 'total Empty');
    assert.match(chunk.text, /-- \| What it costs\.\ntotal :: Cart -> Int\ntotal Empty = 0\ntotal cart/);
  });

  it('lists types with their constructors and fields, classes, instances and functions', async () => {
    const symbols = symbolsOf(await searchedChunks('Cart.hs', source, 70));
    for (const symbol of ['type Cart', 'type Empty', 'type items', 'function total', 'class Render', 'impl Render']) {
      assert.ok(symbols.includes(symbol), `${symbol} is not in ${symbols.join(', ')}`);
    }
  });
});
