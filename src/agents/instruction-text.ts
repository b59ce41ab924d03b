/** What an agent is told about the tools: when they help, and when they do not. It costs tokens in every conversation, so it is short. */
export const instructionText = `## Codegrain: find code by meaning

The MCP server \`codegrain\` has an index of this project.

- Start a task (an issue, a bug, a question) with one call of \`pack\`: the places to open, within a token budget.
- \`search_code\` finds code when you do not know its name or place, by words and meaning.
- \`trace_uses\` answers what calls a definition, and what it calls, in all files. Ask it before you change a signature.
- \`get_chunk\` reads the whole function at a line; \`outline_file\` lists the definitions of a file.

Do not use it to read a file whose path you know, or to list every occurrence of an exact text: read or grep instead.`;
