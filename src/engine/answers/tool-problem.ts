/** Why a tool cannot answer, in one or two sentences that a model can act on: what is wrong, and what to do about it. */
export class ToolProblem extends Error {}
