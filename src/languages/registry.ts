/** Every language the chunker knows. Adding one means writing its file and listing it here. */
import { bash } from './bash';
import { c } from './c';
import { clojure } from './clojure';
import { cmake } from './cmake';
import { cpp } from './cpp';
import { csharp } from './csharp';
import { css } from './css';
import { dart } from './dart';
import { dockerfile } from './dockerfile';
import { elixir } from './elixir';
import { elm } from './elm';
import { erlang } from './erlang';
import { gleam } from './gleam';
import { go } from './go';
import { graphql } from './graphql';
import { groovy } from './groovy';
import { haskell } from './haskell';
import { hcl } from './hcl';
import { html } from './html';
import { java } from './java';
import { javascript } from './javascript';
import { json } from './json';
import { julia } from './julia';
import { kotlin } from './kotlin';
import type { Language } from './language';
import { lua } from './lua';
import { make } from './make';
import { nim } from './nim';
import { nix } from './nix';
import { objc } from './objc';
import { ocaml, ocamlInterface } from './ocaml';
import { perl } from './perl';
import { php } from './php';
import { powershell } from './powershell';
import { proto } from './proto';
import { python } from './python';
import { r } from './r';
import { ruby } from './ruby';
import { rust } from './rust';
import { scala } from './scala';
import { scss } from './scss';
import { solidity } from './solidity';
import { sql } from './sql';
import { svelte } from './svelte';
import { swift } from './swift';
import { toml } from './toml';
import { tsx, typescript } from './typescript';
import { vue } from './vue';
import { xml } from './xml';
import { yaml } from './yaml';
import { zig } from './zig';

export const languages: readonly Language[] = [
  // With imports and globals.
  typescript,
  tsx,
  javascript,
  python,
  go,
  rust,
  java,
  c,
  cpp,
  csharp,
  ruby,
  php,
  kotlin,
  swift,
  scala,
  dart,
  objc,
  lua,
  bash,
  powershell,
  perl,
  r,
  julia,
  elixir,
  haskell,
  ocaml,
  ocamlInterface,
  zig,
  solidity,
  groovy,
  // By structure only.
  vue,
  svelte,
  html,
  css,
  scss,
  xml,
  json,
  yaml,
  toml,
  hcl,
  nix,
  dockerfile,
  make,
  cmake,
  graphql,
  proto,
  sql,
  clojure,
  elm,
  erlang,
  gleam,
  nim,
];

const byId = new Map(languages.map((language) => [language.id, language]));

export function languageById(id: string): Language | undefined {
  return byId.get(id);
}
