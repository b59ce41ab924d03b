/** Retries until the attempt succeeds, for changes that have no event; throws the last error when time is up. */
export async function eventually<T>(attempt: () => Promise<T> | T, milliseconds = 20_000): Promise<T> {
  for (const end = Date.now() + milliseconds; ; await new Promise((resolve) => setTimeout(resolve, 100)))
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
}
