/** Max tokens of what a prompt hook adds to a task. */
export const contextTokens = 1500;
