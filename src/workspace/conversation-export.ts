/**
 * Recognises exports of conversations, which are JSON on one line: their long lines are what people wrote, so they are not minified.
 * Only the reader decides whether a file is a conversation; here a few marks are enough, because the check is made only for files
 * that would be skipped otherwise.
 */

const jsonFile = /\.jsonl?$/i;

/** All marks of one format must be present. */
const formats: readonly (readonly RegExp[])[] = [
  // ChatGPT
  [/"mapping"\s*:\s*\{/, /"author"\s*:\s*\{[^{}]{0,200}"role"\s*:/, /"parts"\s*:\s*\[/],
  // Claude
  [/"chat_messages"\s*:\s*\[/, /"sender"\s*:\s*"(?:human|assistant)"/],
  // VS Code
  [/"requests"\s*:\s*\[/, /"(?:requesterUsername|responderUsername)"\s*:/, /"response"\s*:\s*\[/],
  // Messages of the OpenAI API and of others
  [/"role"\s*:\s*"(?:user|human)"/, /"role"\s*:\s*"(?:assistant|model|ai|bot)"/, /"content"\s*:\s*["[]/],
  // Training data
  [/"conversations"\s*:\s*\[/, /"from"\s*:\s*"(?:human|user)"/, /"value"\s*:\s*"/],
];

export function isConversationExport(file: string, text: string): boolean {
  return (
    jsonFile.test(file) &&
    /^\ufeff?\s*[[{]/.test(text) &&
    formats.some((marks) => marks.every((mark) => mark.test(text)))
  );
}
