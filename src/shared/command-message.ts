/** What a long command sends to a program that started it with a channel. */
export type CommandMessage<Progress, Report> = { readonly progress: Progress } | { readonly report: Report };
