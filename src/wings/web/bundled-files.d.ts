/** Made by the bundler (scripts/web-bundles.ts): small files of the product, by their paths in the package. */
declare module 'codegrain:bundled-files' {
  export const bundledFiles: Readonly<Record<string, Uint8Array>>;
}
