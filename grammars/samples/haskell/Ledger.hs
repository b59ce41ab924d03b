{-# LANGUAGE DerivingStrategies #-}
{-# LANGUAGE GADTs, LambdaCase, OverloadedStrings, RecordWildCards, TypeFamilies #-}

-- | Accounts and what happens to them.
module Ledger
  ( Account (..)
  , Entry (Deposit, Withdrawal)
  , balance
  , module Data.Maybe
  ) where

import Control.Monad (forM_, unless, when)
import Control.Monad.State.Strict
import qualified Data.Map.Strict as Map
import Data.Maybe
import Data.Text (Text)
import Prelude hiding (lookup)

infixr 5 +++

-- | An account with its entries.
data Account = Account
  { accountId :: !Int
  , accountName :: Text
  -- ^ shown to the user
  , accountEntries :: [Entry]
  }
  deriving stock (Eq, Show)

newtype Amount = Amount {unAmount :: Integer}
  deriving newtype (Eq, Ord, Num)

data Entry
  = Deposit Amount
  | Withdrawal {amount :: Amount, reason :: Maybe Text}
  deriving (Eq, Show)

data Expr a where
  Lit :: Int -> Expr Int
  Add :: Expr Int -> Expr Int -> Expr Int
  IsZero :: Expr Int -> Expr Bool

type Ledger = Map.Map Int Account

type family Elem c where
  Elem [a] = a
  Elem Text = Char

class (Show a) => Priced a where
  {-# MINIMAL price #-}
  price :: a -> Amount
  describe :: a -> String
  describe x = show x ++ " costs " ++ show (unAmount (price x))

instance Show Amount where
  showsPrec d (Amount n) = showParen (d > 10) $ showString "Amount " . showsPrec 11 n

instance Priced Entry where
  price (Deposit a) = a
  price Withdrawal {..} = negate amount

-- | The sum of all entries.
balance :: Account -> Amount
balance Account {accountEntries = es} = foldr ((+) . price) 0 es

(+++) :: Ledger -> Account -> Ledger
ledger +++ account = Map.insert (accountId account) account ledger

eval :: Expr a -> a
eval = \case
  Lit n -> n
  Add l r -> eval l + eval r
  IsZero e -> eval e == 0

classify :: Integer -> Text
classify n
  | n < 0 = "debt"
  | 0 <- n = "nothing"
  | even n, let half = n `div` 2, half > 50 = "much"
  | otherwise = case compare n limit of
      LT -> "some"
      _ | n > 1_000 -> "plenty"
        | otherwise -> "enough"
  where
    limit = 100

withdraw :: (MonadState Ledger m, MonadIO m) => Int -> Amount -> m (Either Text ())
withdraw key wanted = do
  found <- gets (Map.lookup key)
  case found of
    Nothing -> pure (Left "no account")
    Just account@Account {accountName = name} -> do
      let rest = balance account - wanted
          ok = rest >= 0
      unless ok $
        liftIO (putStrLn "not enough")
      when ok $ modify' (Map.adjust (\a -> a {accountEntries = Withdrawal wanted Nothing : accountEntries a}) key)
      pure $ if ok then Right () else Left name

pairs :: [a] -> [(Int, a)]
pairs xs = [(i, x) | (i, x) <- zip [0 ..] xs, odd i]

main :: IO ()
main = do
  let account = Account {accountId = 1, accountName = "main", accountEntries = [Deposit 10]}
  result <- evalStateT (withdraw 1 5) (Map.empty +++ account)
  forM_ (pairs "text") $ \(i, c) -> putStrLn (show i <> [c])
  either print pure result
