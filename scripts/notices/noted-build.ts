/** esbuild's `build`, which also notes the packages whose code is in a bundle: `dist/bundled-packages.json`, for the notices. */
import { writeFileSync } from 'node:fs';
import { type BuildOptions, type BuildResult, build as esbuild } from 'esbuild';

export const bundledPackagesFile = 'dist/bundled-packages.json';

const folders = new Set<string>();

export async function build(options: BuildOptions): Promise<BuildResult> {
  const result = await esbuild({ ...options, metafile: true });
  for (const { inputs } of Object.values(result.metafile.outputs))
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder] = /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  return result;
}

/** To be called after all builds. */
export function writeBundledPackages(): void {
  writeFileSync(bundledPackagesFile, `${JSON.stringify([...folders].sort(), undefined, 1)}\n`);
}
