/** Asks for the prompt of a run (ready-made, typed or from a file) and for the JSON schema of its answers, if any. */
import * as vscode from 'vscode';
import { JsonAnswers } from '../../enrich/json-answer';
import { memories } from '../../enrich/memories';
import { Prompt, parseSchema } from '../../enrich/prompt';

/** @returns undefined if the user cancelled. @throws if the schema cannot be used. */
export async function askPrompt(): Promise<Prompt | undefined> {
  const { l10n, window } = vscode;
  const ready = l10n.t('Extract memories and their relations');
  const write = l10n.t('Write a prompt…');
  const file = l10n.t('Use a prompt from a file…');
  const picked = await window.showQuickPick([ready, write, file], { title: l10n.t('Which prompt?') });
  if (picked === ready) return memories;
  const text = picked === file ? await textFrom(file) : picked === write ? await typePrompt(write) : undefined;
  return text ? withSchema(text) : undefined;
}

async function withSchema(text: string): Promise<Prompt | undefined> {
  const { l10n, window } = vscode;
  const words = l10n.t('Text');
  const json = l10n.t('JSON that fits a schema from a file…');
  const picked = await window.showQuickPick([words, json], { title: l10n.t('Which kind of answers?') });
  if (picked === words) return new Prompt(text);
  const read = picked === json ? await textFrom(json) : undefined;
  if (!read) return undefined;
  const schema = parseSchema(read);
  if (!schema) throw new Error(l10n.t('The file is not a JSON schema.'));
  // Throws for a wrong schema before anything is sent.
  return new Prompt(text, new JsonAnswers(schema).schema);
}

async function textFrom(title: string): Promise<string | undefined> {
  const [uri] = (await vscode.window.showOpenDialog({ title })) ?? [];
  return uri && new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)).trim();
}

async function typePrompt(title: string): Promise<string | undefined> {
  const prompt = vscode.l10n.t('The chunk is appended, or replaces {chunk}.');
  return (await vscode.window.showInputBox({ title, prompt, ignoreFocusOut: true }))?.trim();
}
