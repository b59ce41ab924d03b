/** Writes what the packages say about the parts of others: `ThirdPartyNotices.txt`, and a list for programs (CycloneDX). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BundledPart, bundledParts, licenceText } from './bundled-parts';

const line = '-'.repeat(80);

export function noticesText(root: string): string {
  const parts = bundledParts(root);
  // The texts that many parts share are printed once, at the end.
  const shared = [...new Set(parts.flatMap(({ text, licence }) => (text === undefined ? [licence] : [])))].sort();
  return [
    'Codegrain contains the following parts of others. Each is under its own licence.',
    'The built-in embedding model, codegrain-code-1, is under the licence of Codegrain. It learned from documentation and code of packages under permissive licences, and from all-MiniLM-L6-v2 (Apache-2.0).',
    ...parts.map(partText),
    ...shared.map((licence) => `${line}\nThe text of ${licence}\n\n${licenceText(licence)}`),
    '',
  ].join('\n\n');
}

function partText({ name, version, licence, copyright, text, source }: BundledPart): string {
  const end = text ?? `${copyright.join('\n')}\n\nThe text of ${licence} is at the end.`.trim();
  return `${line}\n${name} ${version}\nLicence: ${licence}\nSource: ${source}\n\n${end}`;
}

/** A software bill of materials: https://cyclonedx.org/docs/1.6/json. The same parts give the same text. */
export function billOfMaterials(root: string): string {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const components = bundledParts(root).map((part) => ({
    type: 'library',
    'bom-ref': `${part.purl}#${part.name}`,
    ...{ name: part.name, version: part.version, purl: part.purl },
    licenses: [/ (OR|AND|WITH) /.test(part.licence) ? { expression: part.licence } : { license: { id: part.licence } }],
    externalReferences: [{ type: 'vcs', url: part.source }],
  }));
  const own = `pkg:npm/${name}@${version}`;
  const hash = createHash('sha256')
    .update(JSON.stringify([own, components]))
    .digest('hex');
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': own, name, version, purl: own } },
    components,
    dependencies: [{ ref: own, dependsOn: components.map((component) => component['bom-ref']) }],
  };
  return `${JSON.stringify(bill, undefined, 1)}\n`;
}
