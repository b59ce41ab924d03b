/** The samples of the playground: files of `grammars/samples/`, which the build copies. */
export const playgroundSamples = [
  { name: 'TypeScript', path: 'typescript/inventory.ts' },
  { name: 'Python', path: 'python/telemetry.py' },
  { name: 'Go', path: 'go/cache.go' },
  { name: 'Rust', path: 'rust/scheduler.rs' },
  { name: 'Vue', path: 'vue/Counter.vue' },
  { name: 'Markdown', path: 'markdown/guide.md' },
] as const;
