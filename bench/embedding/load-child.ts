/** Loads the built-in model in a fresh process and says how long that took, and the first answer. */
import { loadOurs } from './ours';

async function main(): Promise<void> {
  const start = performance.now();
  const embedder = await loadOurs(process.argv[2]);
  const loaded = performance.now();
  await embedder.embed(['where is the configuration read'], 'query');
  process.stdout.write(JSON.stringify({ load: loaded - start, first: performance.now() - loaded }));
}

main();
