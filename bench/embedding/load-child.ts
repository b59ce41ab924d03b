/** Loads the built-in model in a fresh process and says how much CPU time that took, and the first answer. */
import { loadOurs } from './ours';

async function main(): Promise<void> {
  const start = cpuMs();
  const embedder = await loadOurs(process.argv[2]);
  const loaded = cpuMs();
  await embedder.embed(['where is the configuration read'], 'query');
  process.stdout.write(JSON.stringify({ load: loaded - start, first: cpuMs() - loaded }));
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

main();
