/** Tells the bundle that it was started as a parse worker: the command line loads the same bundle. */
export const workerArgument = '--codegrain-parse-worker';
/** Says in lists of processes that this one compacts an index. */
export const compactionArgument = '--compaction';
