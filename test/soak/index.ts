/** The entry point that VS Code runs inside the extension host: the soak test, see soak.ts. */
import { report } from '../host/report';
import { soak } from './soak';

export async function run(): Promise<void> {
  const minutes = Number(process.env.CODEGRAIN_SOAK_MINUTES ?? '10');
  const complaints = await soak(minutes);
  for (const complaint of complaints) report(`! ${complaint}`);
  if (complaints.length > 0) throw new Error(`${complaints.length} complaints`);
}
