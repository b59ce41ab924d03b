import assert from 'node:assert/strict';
import { detectLanguage } from '../../../src/languages/detect-language';
import { languages } from '../../../src/languages/registry';
import { cpuTime } from '../cpu-time';

function is(language: string | undefined, path: string, text = ''): void {
  assert.equal(detectLanguage(path, text), language, path);
}

describe('detectLanguage', () => {
  it('knows every extension, file name and interpreter of the language files', () => {
    for (const { id, extensions = [], filenames = [], interpreters = [] } of languages) {
      // Extensions that several languages share depend on the content; the tests below cover them.
      const shared = new Set(['.h', '.t', '.inc', '.keymap', '.m', '.overlay', '.plist']);
      for (const extension of extensions) {
        if (!shared.has(extension)) is(id, `src/some${extension}`, id === 'xml' ? '<a/>' : '');
      }
      for (const filename of filenames) is(id, `some/folder/${filename}`);
      for (const interpreter of interpreters) is(id, 'bin/tool', `#!/usr/bin/env ${interpreter}\n`);
    }
  });

  it('gives each extension and file name to one language only', () => {
    const owners = new Map<string, string>();
    for (const { id, extensions = [], filenames = [] } of languages) {
      for (const sign of [...extensions, ...filenames]) {
        // The content decides.
        if (sign === '.h' || sign === '.inc' || sign === '.m') continue;
        assert.equal(owners.get(sign) ?? id, id, `${sign} is claimed twice`);
        owners.set(sign, id);
      }
    }
  });

  describe('by name', () => {
    it('finds whole file names in any folder, with either slash', () => {
      is('dockerfile', 'Dockerfile');
      is('dockerfile', 'services\\web\\Dockerfile');
      is('makefile', 'lib/GNUmakefile');
      is('cmake', 'third_party/CMakeLists.txt');
      is('toml', 'Cargo.lock');
      is('json', '.babelrc');
    });

    it('ignores suffixes that people append to file names', () => {
      is('dockerfile', 'Dockerfile.dev');
      is('dockerfile', 'Dockerfile-alpine');
      is('dockerfile', 'docker/web.dockerfile');
      is('makefile', 'Makefile.win');
      is('yaml', 'config/settings.yaml.example');
      is('json', 'tsconfig.json.bak');
      is('python', 'setup.py.in');
      is('python', 'Makefile.py');
    });

    it('ignores the case of extensions', () => {
      is('python', 'SETUP.PY');
      is('json', 'Data.JSON');
      is('html', 'INDEX.HTM');
    });

    it('takes the longest extension', () => {
      is('typescript', 'lib/index.d.ts');
      is('cmake', 'FooConfig.cmake.in');
      is('json', '.eslintrc.json');
    });

    it('knows the relatives of JSON, JavaScript and TypeScript', () => {
      for (const path of ['a.jsonc', 'a.json5', 'nb.ipynb', 'site.webmanifest', 'my.code-workspace']) is('json', path);
      for (const path of ['a.js', 'a.mjs', 'a.cjs']) is('javascript', path);
      for (const path of ['a.ts', 'a.mts', 'a.cts']) is('typescript', path);
    });

    it('returns undefined for prose, whatever it contains', () => {
      is(undefined, 'README.md', '---\ntitle: x\n---\n');
      is(undefined, 'page.mdx', "import X from './x'\n");
      is(undefined, 'notes.txt', '<?xml version="1.0"?>\n');
      is(undefined, 'table.csv', '[1, 2]');
      is(undefined, 'README.md.in');
    });

    it('returns undefined for unsupported languages', () => {
      is(undefined, 'counter.v', 'module counter(input clk);\nendmodule\n');
      is(undefined, 'top.vhd', 'entity top is\nend top;\n');
      is(undefined, 'setup.tcl', 'proc main {} {}\n');
    });
  });

  describe('by extension and content', () => {
    it('reads a header as C unless it contains C++ or Objective-C', () => {
      is(
        'c',
        'list.h',
        '#ifndef LIST_H\n#include <stdio.h>\ntypedef struct list { int n; } list_t;\nvoid push(list_t *);\n#endif\n',
      );
      is(
        'c',
        'api.h',
        '#ifdef __cplusplus\nextern "C" {\ntemplate <class T> class X;\n#endif\n/* class Foo in namespace std:: */\nint open(void);\n',
      );
      is('cpp', 'list.h', '#pragma once\nnamespace list {\nclass Node;\n}\n');
      is('cpp', 'list.h', '#pragma once\ntemplate <typename T> struct Box { T value; };\n');
      is('cpp', 'list.h', '#include <vector>\nstruct A { int b; };\n');
      is('cpp', 'list.h', 'struct A {\n  std::string name;\n};\n');
      is('cpp', 'view.h', 'class EXPORT View : public Base {\npublic:\n  View();\n};\n');
      is('objective-c', 'View.h', '#import <UIKit/UIKit.h>\n@interface View : UIView\n@end\n');
      is('objective-c', 'Fwd.h', '@class Foo;\n');
    });

    it('reads .C as C++, and as C if the whole name is in capitals', () => {
      is('cpp', 'main.C', 'int main() { return 0; }\n');
      is('c', 'MAIN.C', 'int main() { return 0; }\n');
      is('cpp', 'MAIN.C', '#include <iostream>\nint main() { std::cout << 1; }\n');
      is('c', 'main.c', '#include <iostream>\n');
    });

    it('distinguishes Objective-C from MATLAB and Mathematica', () => {
      is('objective-c', 'View.m', '// View\n#import "View.h"\n@implementation View\n@end\n');
      is('objective-c', 'main.m', 'int main(void) { return 0; }\n');
      is('matlab', 'fit.m', '% FIT  a line\nfunction y = fit(x)\n  y = x * 2;\nend\n');
      is(undefined, 'pkg.m', '(* ::Package:: *)\nf[x_] := x^2\n');
    });

    it('distinguishes device trees from other overlays and keymaps', () => {
      is('dts', 'board.overlay', '&i2c0 {\n\tstatus = "okay";\n};\n');
      is('dts', 'corne.keymap', '#include <behaviors.dtsi>\n\n/ {\n\tkeymap {};\n};\n');
      is(undefined, 'de.keymap', 'keycode 1 = Escape\n');
    });

    it('distinguishes Common Lisp from OpenCL', () => {
      is('commonlisp', 'main.cl', '(defun main () 1)\n');
      is('c', 'add.cl', '__kernel void add(__global int *a) {}\n');
    });

    it('distinguishes Perl from Prolog', () => {
      is('perl', 'tool.pl', 'use strict;\nmy $x = 1;\n');
      is('perl', 'short.pl', 'print "hello\\n";\n');
      is(undefined, 'family.pl', ':- module(family, [parent/2]).\nparent(X, Y) :- father(X, Y).\n');
      is('perl', 'basic.t', 'use Test::More;\nok(1);\n');
      is(undefined, 'basic.t', 'terra main() end\n');
    });

    it('distinguishes TypeScript from Qt translations', () => {
      is('typescript', 'app.ts', 'export const a = 1;\n');
      is('xml', 'app_de.ts', '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1"/>\n');
      is('xml', 'app_fr.ts', '<!DOCTYPE TS><TS>\n');
    });

    it('reads .inc as PHP if it has a PHP tag, and as C if it has preprocessor lines', () => {
      is('php', 'config.inc', '<?php\nreturn [];\n');
      is('c', 'table.inc', '#define ROW(a, b) { a, b },\nROW(1, 2)\n');
      is(undefined, 'macros.inc', '.macro push\n');
    });

    it('reads files with XML extensions as XML only if they contain markup', () => {
      is('xml', 'Info.plist', '<?xml version="1.0"?>\n<plist/>\n');
      is(undefined, 'Info.plist', 'bplist00\u0001\u0002');
      is('xml', 'App.config', '\ufeff<configuration/>\n');
      is(undefined, 'app.config', 'debug=1\n');
    });

    it('distinguishes build scripts', () => {
      is('groovy', 'build.gradle');
      is('kotlin', 'build.gradle.kts');
      is('hcl', 'main.tf');
    });

    it('reads .r and .R as R', () => {
      is('r', 'model.R', 'fit <- lm(y ~ x)\n');
      is('r', 'model.r', 'fit <- lm(y ~ x)\n');
      is(undefined, 'script.r', 'REBOL [Title: "x"]\n');
    });
  });

  describe('by the #! line', () => {
    it('finds the interpreter behind paths, env, options and versions', () => {
      is('python', 'bin/tool', '#!/usr/bin/python3.12\n');
      is('python', 'bin/tool', '#! /usr/bin/env python\n');
      is('python', 'bin/tool', '#!/usr/bin/env -S python3 -u\n');
      is('python', 'bin/tool', '#!/usr/bin/env -S -i LANG=C python3\n');
      is('python', 'bin/tool', '#!/usr/bin/env -Spython3\n');
      is('python', 'bin/tool', '#!/usr/bin/env nix-shell\n#! nix-shell -i python3 -p python3\n');
      is('python', 'bin/tool', '\ufeff#!/usr/bin/env python3\r\n');
      is('javascript', 'bin/tool', '#!/usr/bin/env node\n');
      is('perl', 'bin/tool.cgi', '#!/usr/bin/perl -w\n');
      is('makefile', 'debian/rules', '#!/usr/bin/make -f\n');
    });

    it('knows every shell', () => {
      const bash = detectLanguage('x.sh', '');
      assert.ok(bash);
      for (const shell of ['/bin/sh', '/bin/bash', '/usr/bin/env zsh', '/bin/dash', '/bin/ksh'])
        is(bash, 'install', `#!${shell}\n`);
    });

    it('follows a shell script that runs itself with another interpreter', () => {
      is('python', 'tool', "#!/bin/sh\n'''exec' python3 \"$0\" \"$@\"\n'''\n");
      is(undefined, 'tool', '#!/bin/sh\n# next line restarts using tclsh \\\nexec tclsh "$0" "$@"\n');
    });

    it('returns undefined for an unknown interpreter', () => {
      is(undefined, 'bin/tool', '#!/usr/bin/awk -f\n{ print }\n');
      is(undefined, 'bin/tool', '#!\n');
    });

    it('does not override an extension', () => {
      is('python', 'tool.py', '#!/bin/sh\n');
    });
  });

  describe('by modelines', () => {
    it('reads Emacs modelines', () => {
      is('python', 'tool', '# -*- mode: python; coding: utf-8 -*-\n');
      is('ruby', 'tool', '# -*- ruby -*-\n');
      is('cpp', 'vector', '// -*- C++ -*-\n');
      is('perl', 'tool', '# x\n# -*- cperl -*-\n');
      is(undefined, 'NEWS', 'News -*- outline -*-\n');
    });

    it('reads Vim modelines at either end', () => {
      is('yaml', 'hosts', '# vim: ft=yaml\n');
      is('python', 'tool', `x = 1\n${'y = 2\n'.repeat(300)}# vim: set ts=4 filetype=python :\n`);
      is('javascript', 'tool', '/* vim: set syntax=javascript: */\n');
      is('viml', 'tool', '" vim: ft=vim\n');
      is(undefined, 'tool', '# vim: ft=tcl\n');
    });
  });

  describe('by content alone', () => {
    it('recognises formats that identify themselves', () => {
      is('php', 'index', '<?php echo 1;\n');
      is('xml', 'feed', '<?xml version="1.0"?>\n<feed/>\n');
      is('html', 'page', '\n<!DOCTYPE html>\n<html></html>\n');
      is('html', 'page', '<html lang="en">\n');
    });

    it('recognises JSON by its first characters', () => {
      is('json', '.prettierrc', '{\n  "semi": false,\n  "plugins": []\n}\n');
      is('json', 'lockfile', '{ "version": 1 }');
      is('json', 'data', '[\n  {"id": 1},\n');
      is('json', 'data', '["a", "b"]');
      is('json', 'data', '[[1, 2], [3, 4]]');
      is('json', 'bundle.js.map', '{"version":3,"sources":["a.ts"]}');
    });

    it('does not mistake other brackets for JSON', () => {
      is(undefined, 'setup', '[section]\nkey = value\n');
      is(undefined, 'setup', '[[bin]]\nname = "x"\n');
      is(undefined, 'setup', '{ pkgs, ... }: { }\n');
      is(undefined, 'setup', '{\n  a = 1;\n}\n');
      is(undefined, 'notes', '[1] A footnote\n');
    });

    it('recognises a Dockerfile and a YAML document without an extension', () => {
      is('dockerfile', 'image', '# build\nARG V=20\nFROM --platform=linux/amd64 node:$V AS build\nRUN npm ci\n');
      is(undefined, 'letter', 'From me\nto you\n');
      is('yaml', 'playbook', '---\n# play\n- hosts: all\n  tasks:\n    - ping:\n');
      is('yaml', '.config', '---\nname: x\nlist:\n  - a\n');
      is(undefined, 'letter', '---\nDear all,\nplease: read\n');
      is(undefined, 'letter', 'name: x\n');
    });

    it('returns undefined rather than a guess', () => {
      is(undefined, 'LICENSE', 'MIT License\n\nPermission is hereby granted\n');
      is(undefined, 'data', 'a b c\n1 2 3\n');
      is(undefined, 'empty', '');
    });

    it('is fast on hostile text', () => {
      const blank = '\n'.repeat(100_000);
      const started = cpuTime();
      for (const text of [
        blank,
        ' '.repeat(100_000),
        '['.repeat(100_000),
        '/*'.repeat(50_000),
        'class '.repeat(20_000),
        '"'.repeat(100_000),
      ]) {
        for (const path of ['x', 'x.h', 'x.m', 'x.pl', 'x.t', 'x.ts', 'x.inc']) detectLanguage(path, text);
      }
      assert.ok(cpuTime() - started < 1000);
    });
  });
});
