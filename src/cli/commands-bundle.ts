/** `dist/commands.js`: the commands that share the index and the search. They are loaded together, when one of them is used. */
export { clearCommand, compactCommand } from './commands/compact-and-clear-commands';
export { embedCommand } from './commands/embed-command';
export { enrichCommand } from './commands/enrich-command';
export { exportCommand } from './commands/export-command';
export { usedByCommand, usesCommand } from './commands/graph-commands';
export { hookCommand } from './commands/hook-command';
export { indexCommand } from './commands/index-command';
export { measureCommand } from './commands/measure-command';
export { packCommand } from './commands/pack-command';
export { runCommand } from './commands/run-command';
export { searchCommand } from './commands/search-command';
export { similarCommand } from './commands/similar-command';
export { statsCommand } from './commands/stats-command';
export { openRunGraph } from './open-run-graph';
