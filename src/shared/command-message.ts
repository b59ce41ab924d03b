/** The messages of a long-running command to the program that started it with an IPC channel. */
export type CommandMessage<Progress, Report> = { readonly progress: Progress } | { readonly report: Report };
