/**
 * Projects that the model must not learn from, because code-search benchmarks ask about them (open benchmarks and, as far as their
 * projects are known, others): under any package name, and as copies inside other packages.
 */

/** Project names. They match a package if a part of its name is equal, and a path if one of its folders is equal. */
const projects = [
  // Open code-search benchmarks.
  ...['flask', 'quart', 'fastapi', 'click', 'pydantic', 'requests', 'httpx', 'starlette', 'aiohttp', 'model2vec'],
  ...['gin', 'httprouter', 'chi', 'cobra', 'serde', 'tokio', 'axum', 'sinatra', 'rack', 'guzzle', 'monolog', 'laravel'],
  ...['illuminate', 'express', 'axios', 'redux', 'reduxjs', 'zod', 'trpc', 'vitest', 'curl', 'redis', 'libuv', 'fmt'],
  ...['fmtlib', 'abseil', 'absl', 'nlohmann', 'gson', 'commons-lang', 'commons-lang3', 'dapper', 'newtonsoft', 'ktor'],
  ...['exposed', 'kotlinx-coroutines', 'kotlinx.coroutines', 'alacritty', 'firestore', 'pdf-reader', 'alamofire'],
  ...['rxswift', 'snapkit', 'vapor', 'okhttp', 'retrofit', 'jackson-databind', 'messagepack', 'zls', 'telescope'],
  ...[
    'ecto',
    'phoenix',
    'plug',
    'aeson',
    'pandoc',
    'servant',
    'circe',
    'cats',
    'http4s',
    'bats',
    'nvm',
    'zap',
    'leveldb',
  ],
  // SWE-bench and similar benchmarks.
  ...['astropy', 'django', 'matplotlib', 'seaborn', 'pylint', 'pytest', 'scikit-learn', 'sklearn', 'sphinx', 'sympy'],
  ...[
    'xarray',
    'marshmallow',
    'pvlib',
    'pydicom',
    'sqlfluff',
    'astroid',
    'pyvista',
    'clap',
    'bytes',
    'tracing',
    'nushell',
  ],
  ...['ripgrep', 'bat', 'fd-find', 'rayon', 'gh', 'go-zero', 'grpc', 'mockito', 'logstash', 'fastjson2', 'simdjson'],
  ...[
    'zstd',
    'jq',
    'ponyc',
    'catch2',
    'material-ui',
    '@mui',
    'dayjs',
    'svelte',
    'vuejs',
    'prettier',
    'three',
    'preact',
  ],
];

const names: ReadonlySet<string> = new Set(projects);

/** Names that match packages only, because they are too common as folder names. */
const onlyPackages: ReadonlySet<string> = new Set(
  ...[
    [
      'bytes',
      'express',
      'click',
      'requests',
      'three',
      'plug',
      'cats',
      'bat',
      'gh',
      'tracing',
      'rack',
      'exposed',
      'zap',
    ],
  ],
);

export function isExcludedPackage(name: string): boolean {
  const bare = name.toLowerCase().replace(/^(?:golang-|librust-|python3?-|ruby-|php-|lib|node-)/, '');
  const parts = [name.toLowerCase(), bare, bare.replace(/-(?:dev|java|perl)$/, ''), ...bare.split(/[@/+_-]/)];
  return parts.some((part) => names.has(part));
}

export function isExcludedPath(path: string): boolean {
  const folders = path.toLowerCase().split('/');
  return folders.some((folder) => names.has(folder) && !onlyPackages.has(folder));
}
