/**
 * Makes `training/packages.tsv`: the packages that the model learns from, each with its source, version, licence and the address of its
 * archive. Run this only to renew the list; mining reads only the list, so that it can be repeated.
 *
 * npm packages are the most used ones (npm-high-impact) with a permissive licence. Debian packages are all packages of the families
 * below: one binary package per source package if it contains its source, otherwise the upstream archive; their licence is read from
 * `debian/copyright` while mining. Git repositories add languages that neither has much of.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { npmHighImpact } from 'npm-high-impact';
import { isExcludedPackage } from './excluded-projects';
import { repositories } from './git-repositories';
import { inParallel } from './in-parallel';
import { isPermissive } from './licences';
import { listFile, listHead, mirror, type Package, packageLine, registry } from './package-list';

const suite = 'trixie';
const maxArchiveBytes = 12e6;

/** Binary packages that contain their source. */
const binaryFamilies = [/^golang-.*-dev$/, /^librust-.*-dev$/, /^python3-/, /^ruby-/, /^php-/, /^lua-/];
/** For other source packages, the upstream archive is used if they build Java, C#, C or C++ libraries with these names. */
const libraries = /\blib[a-z0-9.+-]*-(?:java|cil|dev)\b/;

async function npmPackages(): Promise<Package[]> {
  const found: Package[] = [];
  const names = npmHighImpact.filter((name) => !name.startsWith('@types/') && !isExcludedPackage(name));
  await inParallel(names, 48, async (name) => {
    const response = await fetch(`${registry}/${name.replace('/', '%2f')}/latest`).catch(() => undefined);
    if (!response?.ok) return;
    const manifest: NpmManifest = JSON.parse(await response.text());
    const licence = typeof manifest.license === 'string' ? manifest.license : (manifest.license?.type ?? '');
    if (!isPermissive(licence) || (manifest.dist.unpackedSize ?? 0) > 60e6) return;
    const repository = typeof manifest.repository === 'string' ? manifest.repository : manifest.repository?.url;
    const group =
      repository?.replace(/^.*[:/]([^/:]+\/[^/]+?)(?:\.git)?(?:#.*|\/tree\/.*)?$/, '$1').toLowerCase() ?? name;
    if (isExcludedPackage(group)) return;
    found.push({ source: 'npm', name, version: manifest.version, licence, group, archive: manifest.dist.tarball });
  });
  return found;
}

interface NpmManifest {
  readonly version: string;
  readonly license?: string | { readonly type?: string };
  readonly repository?: string | { readonly url?: string };
  readonly dist: { readonly tarball: string; readonly unpackedSize?: number };
}

async function debianPackages(): Promise<Package[]> {
  const found = new Map<string, Package & { readonly size: number }>();
  for (const stanza of await stanzas(`${mirror}/dists/${suite}/main/binary-amd64/Packages.xz`)) {
    const { Package: name = '', Version: version = '', Filename: file = '', Size: size = '0' } = stanza;
    const group = (stanza.Source ?? name).split(' ')[0] ?? name;
    if (!binaryFamilies.some((family) => family.test(name)) || Number(size) > maxArchiveBytes) continue;
    if (isExcludedPackage(name) || isExcludedPackage(group) || /-(?:doc|dbg|dbgsym|tests?)$/.test(name)) continue;
    const known = found.get(group);
    if (known && known.size >= Number(size)) continue;
    found.set(group, {
      source: 'debian',
      name,
      version,
      licence: '',
      group,
      archive: `${mirror}/${file}`,
      size: Number(size),
    });
  }
  const packages: Package[] = [...found.values()];
  for (const stanza of await stanzas(`${mirror}/dists/${suite}/main/source/Sources.xz`)) {
    const { Package: name = '', Version: version = '', Directory: folder = '', Files: files = '' } = stanza;
    const binaries = stanza.Binary ?? '';
    if (found.has(name) || isExcludedPackage(name)) continue;
    if (!libraries.test(binaries) || /-(?:perl|python)$/.test(name)) continue;
    const listed = files.split('\n').flatMap((line) => {
      const [, size, file] = line.trim().split(/\s+/);
      return file ? [{ file, size: Number(size) }] : [];
    });
    const upstream = listed.find(({ file }) => /\.orig\.tar\.(?:gz|xz|bz2)$/.test(file));
    const packaging = listed.find(({ file }) => /\.debian\.tar\.(?:gz|xz|bz2)$/.test(file));
    if (!upstream || !packaging || upstream.size > (binaries.includes('-java') ? maxArchiveBytes : maxArchiveBytes / 3))
      continue;
    const archive = `${mirror}/${folder}/${upstream.file} ${mirror}/${folder}/${packaging.file}`;
    packages.push({ source: 'debian', name, version, licence: '', group: name, archive });
  }
  return packages;
}

/** The stanzas of a Debian index: field → value. */
async function stanzas(url: string): Promise<Record<string, string>[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const packed = Buffer.from(await response.arrayBuffer());
  const text = execFileSync('xz', ['-dc'], { input: packed, maxBuffer: 1e9, encoding: 'utf8' });
  return text.split('\n\n').map((stanza) => {
    const fields: Record<string, string> = {};
    for (const [, key = '', value = ''] of stanza.matchAll(/^([A-Za-z-]+):((?:.*)(?:\n[ \t].*)*)/gm))
      fields[key] = value.trim();
    return fields;
  });
}

async function main(): Promise<void> {
  const packages = [...(await debianPackages()), ...(await npmPackages()), ...repositories];
  packages.sort((a, b) => (packageLine(a) < packageLine(b) ? -1 : 1));
  writeFileSync(listFile, `${[listHead, ...packages.map(packageLine)].join('\n')}\n`);
  for (const source of ['debian', 'npm', 'git'])
    console.log(source, packages.filter((entry) => entry.source === source).length);
}

void main();
