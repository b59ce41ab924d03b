/** What the editor shows. */
import { choice, integer, text, toggle } from './option';

export const boundaryOptions = {
  boundaries: choice({
    default: 'onDemand',
    values: {
      off: 'Only where you turn them on with *Toggle Chunk Boundaries*.',
      onDemand: 'In files you have chunked with *Chunk Current File*.',
      always: 'In every file you open.',
    },
    setting: { id: 'boundaries.show' },
    description: 'When chunk boundaries are shown in the editor.',
  }),
  labels: toggle({
    default: true,
    setting: { id: 'boundaries.labels' },
    description:
      'Show a label on the first line of each chunk: its tokens, what is attached, and its name where the line does not say it.',
  }),
};

export const searchViewOptions = {
  showBoundaries: toggle({
    setting: { id: 'search.showBoundaries' },
    description:
      'Show the chunk boundaries of a file when you open a search result in it, unless `#codegrain.boundaries.show#` is `off`. By default only the result is highlighted.',
  }),
  contextBudget: integer([100, 1_000_000], {
    default: 4000,
    setting: { id: 'search.contextBudget' },
    description:
      'Max tokens of the results that you select to copy or to add to a chat, with their imports and globals. Results that do not fit are left out, and the view says how many. `#codegrain.chunk.counter#` counts them.',
  }),
  similarLens: toggle({
    setting: { id: 'search.similarCodeLens' },
    description: 'Show "Find similar" above each chunk that has a name.',
  }),
};

// The database of a team.

export const databaseOptions = {
  url: text({
    default: '',
    setting: { id: 'database.url', scope: 'machine' },
    description:
      'The PostgreSQL database (with pgvector) of your team, for *Push to Database…* and *Choose Search Scope…*: `postgresql://USER@HOST:PORT/DATABASE`. Do not put a password here: use *Set Database Password…*. Connections to other hosts are encrypted and the certificate is checked, unless the address has `?sslmode=…`; `?sslrootcert=FILE` names your certificate authority.',
  }),
};
