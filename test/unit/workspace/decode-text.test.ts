/** How bytes become text: UTF-8 first, then what older editors wrote, and no text from binary files. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { addToList } from '../../../src/shared/maps';
import { productFile } from '../../../src/shared/product';
import { decodeText } from '../../../src/workspace/decode-text';
import { encode, legacySources } from './encoding-corpus';

const code = 'for (int i = 0; i < argc; i++) {\n  printf("%s\\n", argv[i]);\n}\n'.repeat(20);

const samples: readonly (readonly [encoding: string, text: string])[] = [
  ['windows-1252', '# café\nname = "Müller"\n'],
  ['windows-1252', 'Les élèves français étaient déjà à la fête, où le garçon a mangé.'],
  ['windows-1252', 'Die Größe der Straße ändert sich für die Mädchen über Nacht.'],
  ['windows-1252', 'x = 1 # naïve\n'],
  ['windows-1252', '// Copyright © 2010 José'],
  ['windows-1252', 'Don’t do that, it’s “fine” — really. ± 5 µm, 20 °C, 5 €'],
  ['windows-1252', 'ÄHNLICH Öl Überall ÄÖÜ'],
  ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy. Žádný učený z nebe nespadl.'],
  ['iso-8859-2', 'Zażółć gęślą jaźń. W Szczebrzeszynie chrząszcz brzmi w trzcinie i jest źle'],
  ['windows-1251', 'Съешь же ещё этих мягких французских булок, да выпей чаю.'],
  ['windows-1251', '// Проверка строки\nint x = 1; // значение\n'],
  ['koi8-r', 'Съешь же ещё этих мягких французских булок, да выпей чаю.'],
  ['koi8-r', '/* Печать строки */\nint main(void) { return 0; }\n'],
  ['shift_jis', 'これは日本語のテキストです。文字コードを判定します。'],
  ['shift_jis', '// 日本語コメント\nint x;\n'],
  ['euc-jp', '# 設定ファイルを読み込む\n'],
  ['gb18030', '// 初始化变量\nint x = 0;\n'],
  ['gb18030', '/* 返回结果 */'],
  ['euc-kr', '// 변수 초기화\nint x;\n'],
  ['big5', '// 初始化變數\nint x;\n'],
  ['windows-1253', 'Αυτό είναι ένα ελληνικό κείμενο για δοκιμή.'],
  ['windows-1255', 'זהו טקסט בעברית לבדיקת קידוד של קבצים'],
  ['windows-1256', 'هذا نص باللغة العربية لاختبار الترميز'],
  ['windows-1254', 'Bu dosya Türkçe yazılmış bir örnektir; değişkenler ve çalışma adımları aşağıda açıklanmıştır.'],
  ['windows-874', 'นี่คือข้อความภาษาไทยสำหรับทดสอบ'],
];

const utf16 = (text: string, isBigEndian: boolean): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

/** Pictures, fonts, programs and archives that came with this product's tools, at most twenty of a kind. */
function binaryFiles(): string[] {
  const byKind = new Map<string, string[]>();
  for (const path of readdirSync(productFile('node_modules'), { recursive: true, encoding: 'utf8' })) {
    const kind = /\.(png|gif|ico|jpe?g|woff2?|ttf|wasm|node|zip|gz|br|pyc|so|exe)$/.exec(path)?.[1];
    if (kind !== undefined) addToList(byKind, kind, productFile(join('node_modules', path)));
  }
  return [...byKind.values()].flatMap((paths) => paths.slice(0, 20)).filter((path) => statSync(path).isFile());
}

describe('the text of a file', () => {
  for (const [encoding, text] of samples) {
    it(`is read from ${encoding}: ${JSON.stringify(text.slice(0, 30))}`, () => {
      assert.deepEqual(decodeText(encode(text, encoding)), { text, encoding });
      // A comment in a file of ASCII code, at its end.
      assert.deepEqual(decodeText(encode(code + text, encoding)), { text: code + text, encoding });
    });
  }

  const encodings = new Set(legacySources.map(({ encoding }) => encoding));
  for (const encoding of encodings) {
    it(`is read from sources in ${encoding} with rulers and tables`, () => {
      const wrong = legacySources
        .filter((source) => source.encoding === encoding)
        .flatMap(({ layout, text }) => {
          const found = decodeText(encode(text, encoding));
          return found?.text === text ? [] : `${layout}: ${found?.encoding ?? 'binary'}`;
        });
      assert.deepEqual(wrong, []);
    });
  }

  it('is read in the encoding that it declares', () => {
    const said = 'Проверка: Größe';
    const cyrillic = 'ТАБЛИЦА';
    // By its bytes alone it would be something else.
    assert.notEqual(decodeText(encode(cyrillic, 'koi8-r'))?.encoding, 'koi8-r');
    const declared: readonly (readonly [encoding: string, text: string])[] = [
      ['koi8-r', `# -*- coding: koi8-r -*-\nname = '${cyrillic}'\n`],
      ['koi8-r', `#!/usr/bin/python\n# coding=koi8_r\nname = '${cyrillic}'\n`],
      ['windows-1251', `# -*- coding: cp1251 -*-\n#${'='.repeat(70)}\nname = '${cyrillic}'\n`],
      ['koi8-r', `<html><head><meta charset="koi8-r"></head><p>${cyrillic}</p>`],
      ['koi8-r', `<meta http-equiv="Content-Type" content="text/html; charset=KOI8-R">\n<p>${cyrillic}</p>`],
      ['koi8-r', `<?xml version="1.0" encoding="KOI8-R"?>\n<a>${cyrillic}</a>\n`],
      ['koi8-r', `/* -*- mode: c; coding: koi8-r-unix -*- */\nchar *name = "${cyrillic}";\n`],
      ['koi8-r', `char *name = "${cyrillic}";\n/* vim: set sw=4 fileencoding=koi8-r : */\n`],
      ['ibm866', `; -*- coding: cp866 -*-\n; ${cyrillic}\n`],
      ['iso-8859-15', '# vim:fileencoding=iso-8859-15:\nprice = "5 €"\n'],
      ['shift_jis', '# -*- coding: japanese-shift-jis-dos -*-\n# 表\n'],
      ['windows-1252', '# -*- coding: latin-1 -*-\nx = "é"\n'],
    ];
    for (const [encoding, text] of declared) assert.deepEqual(decodeText(encode(text, encoding)), { text, encoding });
    // What is said is wrong, unknown, or not the encoding of valid UTF-8.
    const utf8 = `# -*- coding: koi8-r -*-\n# ${said}\n`;
    assert.deepEqual(decodeText(Buffer.from(utf8)), { text: utf8 });
    for (const name of ['shift_jis', 'utf-8', 'utf-16', 'nonsense', '..']) {
      const text = `# -*- coding: ${name} -*-\n# Größe der Straße für Mädchen\n`;
      assert.deepEqual(decodeText(encode(text, 'windows-1252')), { text, encoding: 'windows-1252' });
    }
  });

  it('is read from UTF-16, with and without a byte order mark', () => {
    for (const text of ['int main() { return 0; }\n', 'これは日本語です。\nテキスト\n', 'Съешь же ещё\n']) {
      for (const isBigEndian of [false, true]) {
        const encoding = isBigEndian ? 'utf-16be' : 'utf-16le';
        assert.deepEqual(decodeText(utf16(text, isBigEndian)), { text, encoding });
        assert.deepEqual(decodeText(utf16(`\ufeff${text}`, isBigEndian)), { text, encoding });
      }
    }
  });

  it('is read from UTF-8 whatever it contains, and nothing is said about the encoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const written = `word ${text.replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufeff\ufffd]/g, '')}`;
        assert.deepEqual(decodeText(Buffer.from(written)), { text: written });
      }),
    );
  });

  it('keeps the good characters of damaged UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('Grüße aus Köln, für '), Buffer.from([0xfc]), Buffer.from(' dich')]);
    assert.deepEqual(decodeText(bytes), { text: 'Grüße aus Köln, für \ufffd dich' });
  });

  it('is not made from binary data', () => {
    for (let i = 0; i < 50; i++) {
      assert.equal(decodeText(randomBytes(2000)), undefined);
      // Also where no byte is zero.
      assert.equal(decodeText(randomBytes(2000).map((byte) => byte || 1)), undefined);
      assert.equal(decodeText(gzipSync(randomBytes(500))), undefined);
      // Also where no byte is a control character.
      assert.equal(decodeText(randomBytes(2001).map((byte) => 32 + (byte % 95) + (byte & 128))), undefined);
      assert.equal(decodeText(randomBytes(2001).map((byte) => byte | 128)), undefined);
    }
    for (const path of binaryFiles()) assert.equal(decodeText(readFileSync(path)), undefined, path);
    assert.equal(decodeText(Uint8Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? i % 200 : 0))), undefined);
    assert.equal(decodeText(Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0])), undefined);
  });
});
