/** Loads the built-in model in a fresh process and prints the CPU time of loading it and of the first vector. */
import { loadStaticModel } from './built-in-model';

async function main(): Promise<void> {
  const start = cpuMs();
  const embedder = await loadStaticModel(process.argv[2]);
  const loaded = cpuMs();
  await embedder.embed(['where is the configuration read'], 'query');
  process.stdout.write(JSON.stringify({ load: loaded - start, first: cpuMs() - loaded }));
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

main();
