/** Every language the chunker knows. To add one, write its file and list it here. */
import { bash } from './definitions/bash';
import { c } from './definitions/c-family/c';
import { cpp } from './definitions/c-family/cpp';
import { glsl } from './definitions/c-family/glsl';
import { objc } from './definitions/c-family/objc';
import { csharp } from './definitions/csharp';
import { dart } from './definitions/dart';
import { cmake } from './definitions/data/cmake';
import { css, scss } from './definitions/data/css';
import { devicetree } from './definitions/data/devicetree';
import { dockerfile } from './definitions/data/dockerfile';
import { graphql } from './definitions/data/graphql';
import { hcl } from './definitions/data/hcl';
import { html, svelte, vue } from './definitions/data/html';
import { json } from './definitions/data/json';
import { just } from './definitions/data/just';
import { make } from './definitions/data/make';
import { nix } from './definitions/data/nix';
import { prisma } from './definitions/data/prisma';
import { proto } from './definitions/data/proto';
import { sql } from './definitions/data/sql';
import { toml } from './definitions/data/toml';
import { xml } from './definitions/data/xml';
import { yaml } from './definitions/data/yaml';
import { javascript } from './definitions/ecmascript/javascript';
import { tsx, typescript } from './definitions/ecmascript/typescript';
import { elixir } from './definitions/elixir';
import { elm } from './definitions/elm';
import { erlang } from './definitions/erlang';
import { gdscript } from './definitions/gdscript';
import { gleam } from './definitions/gleam';
import { go } from './definitions/go';
import { haskell } from './definitions/haskell';
import { julia } from './definitions/julia';
import { groovy } from './definitions/jvm/groovy';
import { java } from './definitions/jvm/java';
import { kotlin } from './definitions/jvm/kotlin';
import { scala } from './definitions/jvm/scala';
import { clojure, commonLisp, elisp, racket, scheme } from './definitions/lisps';
import { lua } from './definitions/lua';
import { nim } from './definitions/nim';
import { ada } from './definitions/numeric/ada';
import { fortran } from './definitions/numeric/fortran';
import { matlab } from './definitions/numeric/matlab';
import { ocaml, ocamlInterface } from './definitions/ocaml';
import { perl } from './definitions/perl';
import { php } from './definitions/php';
import { powershell } from './definitions/powershell';
import { python } from './definitions/python';
import { r } from './definitions/r';
import { ruby } from './definitions/ruby';
import { rust } from './definitions/rust';
import { solidity } from './definitions/solidity';
import { swift } from './definitions/swift';
import { vim } from './definitions/vim';
import { zig } from './definitions/zig';
import type { Language } from './language';

export const languages: readonly Language[] = [
  // Languages with imports and globals.
  ...[typescript, tsx, javascript, python, go, rust, java, c, cpp, csharp, ruby, php, kotlin, swift],
  ...[scala, dart, objc, lua, bash, powershell, perl, r, julia, elixir, haskell, ocaml, ocamlInterface],
  ...[zig, solidity, groovy],
  // Languages with structure only.
  ...[vue, svelte, html, css, scss, xml, json, yaml, toml, hcl, nix, dockerfile, make, cmake, graphql],
  ...[proto, sql, clojure, elm, erlang, gleam, nim, ada, fortran, matlab, commonLisp, elisp, scheme],
  ...[racket, glsl, gdscript, vim, devicetree, just, prisma],
];

const byId = new Map(languages.map((language) => [language.id, language]));

export function languageById(id: string): Language | undefined {
  return byId.get(id);
}

/** The file in `grammars/` without `.wasm`. */
export function grammarOf({ id, grammar = id }: Language): string {
  return grammar;
}
