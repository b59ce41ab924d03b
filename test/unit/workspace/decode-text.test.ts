/** How bytes become text: UTF-8 first, then what older editors wrote, and no text from binary files. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeText } from '../../../src/workspace/decode-text';

/** Encodes with any encoding that `TextDecoder` knows: tries every sequence of one and two bytes once. */
function encode(text: string, encoding: string): Uint8Array {
  const bytes: number[] = [];
  const table = tableOf(encoding);
  for (const character of text) {
    const found = table.get(character);
    assert.ok(found, `${character} is not in ${encoding}`);
    bytes.push(...found);
  }
  return Uint8Array.from(bytes);
}

const tables = new Map<string, Map<string, readonly number[]>>();

function tableOf(encoding: string): Map<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, readonly number[]>();
  // Node 20 decodes this label as Latin-1.
  if (encoding === 'windows-1252')
    for (const [i, character] of [...'‘’“”•–—'].entries()) table.set(character, [0x91 + i]);
  if (encoding === 'windows-1252') table.set('€', [0x80]);
  const decoder = new TextDecoder(encoding, { fatal: true });
  const add = (...bytes: number[]): void => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length === 1 && !table.has(character)) table.set(character, bytes);
    } catch {
      // Not a character of this encoding.
    }
  };
  for (let first = 0; first < 256; first++) add(first);
  for (let first = 0x81; first < 255; first++) for (let second = 0x40; second < 255; second++) add(first, second);
  tables.set(encoding, table);
  return table;
}

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

describe('the text of a file', () => {
  for (const [encoding, text] of samples) {
    it(`is read from ${encoding}: ${JSON.stringify(text.slice(0, 30))}`, () => {
      assert.deepEqual(decodeText(encode(text, encoding)), { text, encoding });
      // A comment in a file of ASCII code, at its end.
      assert.deepEqual(decodeText(encode(code + text, encoding)), { text: code + text, encoding });
    });
  }

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
    }
    assert.equal(decodeText(Uint8Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? i % 200 : 0))), undefined);
    assert.equal(decodeText(Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0])), undefined);
  });
});
