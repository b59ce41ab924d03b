/** Tells the bundle that it was started as a parse worker: the command line loads the same bundle. */
export const workerArgument = '--codegrain-parse-worker';
