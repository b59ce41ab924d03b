/**
 * What the model must never have seen: projects that code-search benchmarks ask about (open ones and, as far as names are
 * known, others), under any name they are packaged by, and copies of them inside other packages.
 */

/** Project names; a package counts as one of them when a part of its name is one, a path when a folder of it is one. */
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
  // SWE-bench and its relatives.
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

/** A few words of package names that are too common to stand for a project inside a path. */
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
