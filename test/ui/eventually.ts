/** Tries until it succeeds, for what the page does not announce; the last failure is thrown. */
export async function eventually<T>(attempt: () => Promise<T> | T, milliseconds = 20_000): Promise<T> {
  for (const end = Date.now() + milliseconds; ; await new Promise((resolve) => setTimeout(resolve, 100)))
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
}
