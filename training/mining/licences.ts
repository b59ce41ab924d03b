/** Recognises permissive licences: only code under these is used for training. */

const permissive =
  /^(?:mit|mit-0|expat|x11|isc|zlib|unlicense|0bsd|cc0(?:-1\.0)?|wtfpl|bsl-1\.0|boost|python(?:-2\.0)?|psf(?:-2\.0)?|php(?:-3\.01?)?|postgresql|ncsa|blueoak-1\.0\.0|public-domain|ruby|apache(?:[- ]?2(?:\.0)?)?|bsd(?:-[0-9a-z]+)*|mit[~/-][a-z0-9-]+)$/;

/** `MIT`, `Apache-2.0 OR MIT`, `(MIT AND ISC)`: with OR one part must be permissive, with AND all. */
export function isPermissive(expression: string): boolean {
  const text = expression.toLowerCase().replace(/[()]/g, ' ').trim();
  if (text === '') return false;
  return text
    .split(/\s+or\s+|\s*\|\s*|\s*,?\s+or\s+/)
    .some((choice) => choice.split(/\s+and\s+|,\s*|\s*&\s*/).every((part) => permissive.test(part.trim())));
}

/** The licence of the source itself in a machine-readable `debian/copyright`; undefined if the file is free text. */
export function licenceOfCopyright(copyright: string): string | undefined {
  if (!/^Format:/m.test(copyright.slice(0, 400))) return undefined;
  for (const stanza of copyright.split(/\n\s*\n/)) {
    if (!/^Files:\s*\*\s*$/m.test(stanza) && !/^Files:[ \t]*(?:\n[ \t]+)?\*[ \t]*(?:\n|$)/m.test(stanza)) continue;
    const licence = /^License:\s*(.+)$/m.exec(stanza)?.[1]?.trim();
    if (licence) return licence;
  }
  return undefined;
}

/** The licence of a LICENSE or COPYING file, by its text; undefined if it is not recognised as permissive. */
export function licenceOfText(text: string): string | undefined {
  const plain = text.slice(0, 4000).replace(/\s+/g, ' ');
  if (/GNU (?:LESSER |AFFERO |LIBRARY )?GENERAL PUBLIC|Mozilla Public|Eclipse Public|Common Development/i.test(plain))
    return undefined;
  if (/Apache License,? Version 2\.0/i.test(plain)) return 'Apache-2.0';
  if (/Permission is hereby granted, free of charge/i.test(plain)) return 'MIT';
  if (/Redistribution and use in source and binary forms/i.test(plain)) return 'BSD';
  if (/Permission to use, copy, modify, and(?:\/or)? distribute this software/i.test(plain)) return 'ISC';
  if (/Boost Software License/i.test(plain)) return 'BSL-1.0';
  return undefined;
}
