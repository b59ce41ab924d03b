/**
 * Detects the language of a file by its name, its extension, its `#!` line, an editor modeline and, last, its content. A wrong
 * language is worse than none (line windows always work), so content decides only when it is unambiguous.
 */
import * as looksLike from './looks-like';
import { languages } from './registry';
import { each, words } from './word-lists';

/** How much of a text is examined, in UTF-16 code units. This covers the header and the first definitions. */
const headLength = 20_000;

const byFilename = new Map<string, string>();
const byExtension = new Map<string, string>();
const byInterpreter = new Map<string, string>();
/** Names that people use in modelines and that editors use for languages: ids, names and extensions. */
const byWord = new Map<string, string>();

for (const { id, name, filenames = [], extensions = [], interpreters = [] } of languages) {
  for (const filename of filenames) claim(byFilename, filename, id);
  for (const extension of extensions) claim(byExtension, extension, id);
  for (const interpreter of interpreters) claim(byInterpreter, interpreter.toLowerCase(), id);
  claim(byWord, id, id);
  claim(byWord, name.toLowerCase(), id);
}
for (const [extension, id] of byExtension) claim(byWord, extension.slice(1), id);
for (const [interpreter, id] of byInterpreter) claim(byWord, interpreter, id);
for (const [alias, word] of Object.entries({
  cperl: 'perl',
  devicetree: 'dts',
  ...each('elisp', 'emacs-lisp lisp-interaction'),
  ...each('fortran', 'fortran-modern fortranfreeform'),
  ...each('javascript', 'javascriptreact js2'),
  jsonl: 'json',
  lisp: 'commonlisp',
  ...each('m', 'objc objcpp objective-cpp'),
  nxml: 'xml',
  proto3: 'proto',
  terraform: 'hcl',
  ...each('yaml', 'dockercompose github-actions-workflow'),
})) {
  const id = byWord.get(word);
  if (id) claim(byWord, alias, id);
}

/** The id of a language by any of its names: an id, a display name, an extension or an interpreter. */
export function languageIdByName(word: string): string | undefined {
  return byWord.get(word.toLowerCase());
}

/** If several languages claim a key, the first one keeps it. */
function claim(map: Map<string, string>, key: string, id: string): void {
  if (!map.has(key)) map.set(key, id);
}

/** Prose and tables: their content (front matter, an XML example) says nothing about the language of the file. */
const noLanguage = new Set(
  '.md .mdx .markdown .txt .text .rst .adoc .asciidoc .org .tex .csv .tsv .log .diff .patch .po .pot .srt .vtt'.split(
    ' ',
  ),
);

/**
 * Extensions of formats that we have no grammar for. Their language is not guessed from the text: the model would report Tcl as
 * PowerShell with high confidence.
 */
const otherLanguages = new Set(
  words(`
    .asm .s .awk .sed .bas .bat .cmd .btm .vb .vbs .coffee .cob .cbl .d .f .for .f77 .fs .fsi .fsx .ini .cfg .conf
    .cnf .properties .prefs .env .service .socket .timer .desktop .reg .inf .m4 .ac .mo .pas .pp .dpr .pro .prolog .ps
    .eps .svh .sv .v .vhd .vhdl .tcl .tk .wat .hlsl .wgsl .metal .odin .cr .hx .purs .lean .agda .idr .thy .bib .bst
    .cls .sty .dtx .roff .man .me .ms .1 .2 .3 .4 .5 .6 .7 .8 .9 .dot .gv .puml .mmd .feature .robot .pem .crt .cer
    .key .pub .asc .sig .ics .vcf .eml .mbox .ass .ssa .lrc .obj .mtl .stl .gcode .dxf .snap .map .list .lst .dat
    .data .out .types .afm .bdf .pc .la .mailmap .lock .sum .mod .sha256 .md5 .td .ll .mir .y .yy .l .g .g4 .bnf .ebnf
    .abnf .lark .cocci .ld .lds .x .idl .asn1 .asn .capnp .fbs .thrift .cue .dhall .rego .dtd .ent .sgml .tm .msg
    .fish .csh .tcsh .nu .rules .policy .supp .spec .control .doctest .stderr .stdout .tmac .mdoc .pfa .textproto
    .pbtxt .smt2 .tla .als .pod .defconfig .mount .target .path .slice .network .ninja`),
);

/** The same for whole names: the kernel's configuration. */
const otherNames = /^kconfig(?:[.-]|$)|(?:^|_)defconfig$/;

/** Templates and examples have the language of the file they are made for: `config.h.in`, `settings.yaml.example`. */
const templateSuffix = /\.(?:in|example|sample|dist|orig|bak)$/i;

/** File names that may have a suffix that is not an extension: `Dockerfile.dev`, `Makefile.win`. */
const prefixedNames = ['Dockerfile', 'Containerfile', 'Makefile', 'GNUmakefile', 'Jenkinsfile', 'Vagrantfile'];

/** The result of one check: a language id, `null` for a language we do not support, undefined if the sign is missing. */
type Sign = string | null | undefined;

/**
 * Returns a language id, or undefined if the text is best cut by lines.
 * @param hint the editor's name for the language. It decides only if the path and the first lines do not, so that a file on disk
 *   has the same language inside and outside the editor.
 */
export function detectLanguage(path: string, text: string, hint = 'plaintext'): string | undefined {
  const filename = fileNameOf(path);
  const head = headOf(text);
  const sign = fromSigns(filename, head, text);
  if (sign) return sign;
  return byWord.get(hint) ?? (sign === null ? undefined : fromContent(filename, head));
}

/** For a text without a detected language: true if there is no sign at all, so that a guess may decide. */
export function canGuessLanguage(path: string, text: string, hint = 'plaintext'): boolean {
  const filename = fileNameOf(path);
  const name = filename.toLowerCase().replace(templateSuffix, '');
  const dot = name.lastIndexOf('.');
  const isOther =
    name.startsWith('.') || otherLanguages.has(dot === -1 ? '' : name.slice(dot)) || otherNames.test(name);
  return !byWord.has(hint) && !isOther && fromSigns(filename, headOf(text), text) === undefined;
}

function fileNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function headOf(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return text.slice(start, start + headLength);
}

function fromSigns(filename: string, head: string, text: string): Sign {
  let isKnownToBeOther = false;
  for (const sign of [fromName, fromShebang, fromModeline]) {
    const language = sign(filename, head, text);
    if (language) return language;
    if (language === null) isKnownToBeOther = true;
  }
  return isKnownToBeOther ? null : undefined;
}

function fromName(filename: string, head: string): Sign {
  const exact = byFilename.get(filename);
  if (exact) return exact;
  const lower = filename.toLowerCase();
  for (let dot = lower.indexOf('.'); dot !== -1; dot = lower.indexOf('.', dot + 1)) {
    const extension = lower.slice(dot);
    if (noLanguage.has(extension)) return null;
    const language = Object.hasOwn(ambiguous, extension)
      ? ambiguous[extension]?.(head, filename)
      : byExtension.get(extension);
    // Property lists and similar files also have formats other than XML.
    if (language && (language !== 'xml' || looksLike.isMarkup(head))) return language;
  }
  const prefix = prefixedNames.find((name) => filename.startsWith(`${name}.`) || filename.startsWith(`${name}-`));
  if (prefix) return byFilename.get(prefix);
  return templateSuffix.test(filename) ? fromName(filename.replace(templateSuffix, ''), head) : undefined;
}

/** Extensions that several languages share. Undefined means that the text does not decide; other signs are then checked. */
const ambiguous: Readonly<Record<string, (head: string, filename: string) => string | undefined>> = {
  '.c': (head, filename) =>
    filename.endsWith('.C') ? languageOfCapitalExtension(head, filename) : byExtension.get('.c'),
  '.h': (head, filename) => {
    if (filename.endsWith('.H')) return languageOfCapitalExtension(head, filename);
    if (looksLike.isObjectiveC(head)) return byExtension.get('.m');
    return byExtension.get(looksLike.isCpp(head) ? '.cpp' : '.c');
  },
  '.inc': (head) => {
    if (/<\?(?:php|=)/.test(head)) return byExtension.get('.php');
    return looksLike.isPreprocessed(head) ? byExtension.get(looksLike.isCpp(head) ? '.cpp' : '.c') : undefined;
  },
  // OpenCL's kernels are C.
  '.cl': (head) =>
    /^[ \t]*(?:__)?kernel\b|^[ \t]*#[ \t]*(?:include|define|pragma)\b/m.test(head) ? 'c' : byExtension.get('.cl'),
  '.keymap': (head) => (looksLike.isDeviceTree(head) ? byExtension.get('.dts') : undefined),
  '.m': (head) => {
    if (!looksLike.isMatlabLike(head) || looksLike.isObjectiveC(head)) return byExtension.get('.m');
    return looksLike.isMatlab(head) ? 'matlab' : undefined;
  },
  '.mm': (head) => (/^\s*<map\b/.test(head) ? 'xml' : byExtension.get('.mm')),
  '.overlay': (head) => (looksLike.isDeviceTree(head) ? byExtension.get('.dts') : undefined),
  '.pl': (head) => (looksLike.isProlog(head) && !looksLike.isPerl(head) ? undefined : byExtension.get('.pl')),
  '.r': (head) => (/^\s*rebol\b/i.test(head) ? undefined : byExtension.get('.r')),
  '.t': (head) => (looksLike.isPerl(head) ? byExtension.get('.pl') : undefined),
  // Qt Linguist translations and Tiled tile sets are XML.
  '.ts': (head) => (looksLike.isXml(head) ? 'xml' : byExtension.get('.ts')),
  '.tsx': (head) => (looksLike.isXml(head) ? 'xml' : byExtension.get('.tsx')),
};

/** `.C` and `.H` mean C++ on Unix, but plain C if the whole name is in capitals, as in old DOS files. */
function languageOfCapitalExtension(head: string, filename: string): string | undefined {
  const isOldC = filename === filename.toUpperCase() && !looksLike.isCpp(head);
  return byExtension.get(isOldC ? '.c' : '.cpp');
}

function fromShebang(_filename: string, head: string): Sign {
  const line = /^#![ \t]*([^\r\n]+)/.exec(head)?.[1];
  if (!line) return undefined;
  let words = line.trim().split(/\s+/);
  if (commandName(words[0]) === 'env') words = envCommand(words.slice(1));
  let interpreter = commandName(words[0]);
  // `#!/usr/bin/env nix-shell`, then `#! nix-shell -i python3 -p python3`.
  if (interpreter === 'nix-shell')
    interpreter = commandName(/^#![ \t]*nix-shell[^\n]*[ \t]-i[ \t]*(\S+)/m.exec(head)?.[1]);
  if (/^(?:ba|da|k|z)?sh$/.test(interpreter)) {
    // A script that runs itself with another interpreter: `#!/bin/sh`, then `exec tclsh "$0" "$@"`.
    const exec = /^[ \t'":]*exec['" \t]+([\w./-]+)[^\n]*\$\{?0/m.exec(head);
    if (exec) interpreter = commandName(exec[1]);
  }
  return byInterpreter.get(interpreter) ?? byInterpreter.get(interpreter.replace(/[\d.]+$/, '')) ?? null;
}

function commandName(command = ''): string {
  return command
    .slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');
}

/** The command that `env` runs: `python3 -u` in `env -S -u NAME A=b python3 -u`. */
function envCommand(words: readonly string[]): string[] {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    const split = /^(?:-\w*S|--split-string=)(.+)$/.exec(word);
    if (split?.[1]) return [split[1]];
    if (word === '-u' || word === '-C') i++;
    else if (!word.startsWith('-') && !/^\w+=/.test(word)) return words.slice(i);
  }
  return [];
}

function fromModeline(_filename: string, head: string, text: string): Sign {
  // Emacs reads the first line, or the second line of a script. Vim reads five lines at either end.
  const emacs = /-\*-(.*?)-\*-/.exec(head.split('\n', 2).join('\n'))?.[1];
  const mode = emacs && (/\bmode:\s*([\w+#-]+)/i.exec(emacs) ?? /^\s*([\w+#-]+)\s*;?\s*$/.exec(emacs));
  const ends = [...head.split('\n', 5), ...text.slice(-1000).split('\n').slice(-6)].join('\n');
  const filetype = /(?:^|\s)(?:vim?|ex):[^\n]*?\b(?:ft|filetype|syntax)=([\w+#-]+)/.exec(ends);
  const word = (mode || filetype)?.[1]?.toLowerCase();
  return word ? (byWord.get(word) ?? null) : undefined;
}

function fromContent(filename: string, head: string): string | undefined {
  if (/^\s*<\?php\b/.test(head)) return byExtension.get('.php');
  if (looksLike.isHtml(head)) return 'html';
  if (looksLike.isXml(head)) return 'xml';
  if (looksLike.isJson(head)) return 'json';
  // The remaining formats are easy to confuse with others, so they count only for a name without an extension.
  if (filename.slice(1).includes('.')) return undefined;
  if (looksLike.isDockerfile(head)) return 'dockerfile';
  return looksLike.isYaml(head) ? 'yaml' : undefined;
}
