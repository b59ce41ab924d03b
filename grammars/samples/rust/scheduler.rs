//! A small scheduler of periodic tasks.
#![deny(missing_docs)]
#![cfg_attr(not(feature = "std"), no_std)]

use std::{
    collections::{BTreeMap, HashMap as Map},
    fmt::{self, Display, Write as _},
    future::Future,
    pin::Pin,
};

pub use crate::clock::*;
pub(crate) mod clock;
extern crate alloc;

/// How many tasks may run at once.
pub const LIMIT: usize = 1_024;
static mut COUNTER: u64 = 0;
thread_local! {
    static DEPTH: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What can go wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Too many tasks.
    Full { limit: usize },
    Unknown(String),
    #[doc(hidden)]
    Never = 7,
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full { limit } if *limit > 0 => write!(f, "more than {limit:>4} tasks"),
            Self::Full { .. } => f.write_str("no tasks allowed"),
            Self::Unknown(name) => write!(f, "unknown task {name:?}"),
            Self::Never => unreachable!(),
        }
    }
}

impl std::error::Error for Error {}

/// Lends items that borrow from the source.
pub trait Lending {
    /// The item.
    type Item<'a>: Display
    where
        Self: 'a;
    const SIZE: usize = 8;

    fn next<'a>(&'a mut self) -> Option<Self::Item<'a>>;
    async fn wait(&self) -> bool {
        true
    }
}

#[derive(Default)]
pub struct Scheduler<T, const N: usize = 4>
where
    T: Ord + ?Sized,
{
    tasks: BTreeMap<u64, [Option<Box<T>>; N]>,
    pub(super) names: Map<&'static str, u64>,
}

struct Marker;
struct Wrapper<'a, T: 'a>(pub &'a T, #[allow(dead_code)] usize);

union Bits {
    int: u32,
    float: f32,
}

impl<T, const N: usize> Scheduler<T, N>
where
    T: Ord + for<'any> PartialEq<&'any T>,
{
    /// Adds a task.
    #[must_use = "the id is needed to cancel"]
    pub fn add(&mut self, name: &'static str, tasks: [T; N]) -> Result<u64, Error> {
        let Some(id) = self.names.get(name).copied() else {
            return Err(Error::Unknown(name.to_owned()));
        };
        if let Some(slot) = self.tasks.get_mut(&id) && N > 0 {
            *slot = tasks.map(|task| Some(Box::new(task)));
        }
        let limit @ 1..=LIMIT = self.tasks.len() else { return Err(Error::Full { limit: LIMIT }) };
        Ok(id + limit as u64)
    }

    pub const unsafe fn raw(&self) -> *const Self {
        &raw const *self
    }

    pub fn iter(&self) -> impl Iterator<Item = (&u64, &[Option<Box<T>>; N])> + '_ {
        self.tasks.iter()
    }
}

/// Makes a map from `key => value` pairs.
#[macro_export]
macro_rules! map {
    ($($key:expr => $value:expr),* $(,)?) => {{
        let mut map = ::std::collections::HashMap::new();
        $(map.insert($key, $value);)*
        map
    }};
    (@count $head:tt $($tail:tt)*) => { 1usize + map!(@count $($tail)*) };
}

pub async fn run<F>(mut work: F) -> Result<(), Box<dyn std::error::Error>>
where
    F: AsyncFnMut(u32) -> Result<u32, Error>,
{
    let mut total = 0u32;
    'outer: loop {
        total += match work(total).await {
            Ok(0) => break 'outer,
            Ok(n @ (1 | 3 | 5)) => n << 1,
            Ok(n) => n,
            Err(error) => return Err(error.into()),
        };
        while let Some(digit) = char::from_digit(total % 10, 10) {
            if digit.is_ascii_digit() { continue 'outer; }
        }
    }
    let label = 'block: {
        if total > 3 { break 'block "many"; }
        r#"a "few""#
    };
    let bytes: &[u8; 3] = b"\x00ab";
    let c_text = c"zero ended";
    let [first, .., last] = bytes;
    let closure = async move |x: i32| -> i32 { x + i32::from(*first) + *last as i32 };
    let future: Boxed<'_, i32> = Box::pin(closure(1));
    println!("{label} {} {:?}", future.await, c_text);
    unsafe { COUNTER = COUNTER.wrapping_add(1) };
    Ok(())
}

extern "C" {
    pub fn abs(input: i32) -> i32;
    static environ: *const *const u8;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_has_keys() {
        let map = map! { "a" => 1, "b" => 2 };
        assert_eq!(map["a"], 1, "{}", Marker as usize);
    }
}
