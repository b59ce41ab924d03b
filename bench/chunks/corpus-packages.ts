/** The packages the corpus is taken from, about 3 MB per language. */
export const corpusLanguages = [
  'typescript',
  'tsx',
  'javascript',
  'python',
  'go',
  'rust',
  'java',
  'c',
  'cpp',
  'csharp',
  'ruby',
  'php',
] as const;
export type CorpusLanguage = (typeof corpusLanguages)[number];

export interface PackageSpec {
  readonly from: 'npm' | 'deb' | 'deb-source';
  readonly name: string;
  readonly version?: string;
  readonly language: 'typescript' | Exclude<CorpusLanguage, 'tsx'>;
  /** Max kilobytes to take from it. */
  readonly take: number;
  /** Only files whose path inside the package matches. */
  readonly only?: RegExp;
}

const npm = (
  name: string,
  version: string,
  language: PackageSpec['language'],
  take: number,
  only?: RegExp,
): PackageSpec => ({
  from: 'npm',
  name,
  version,
  language,
  take,
  ...(only && { only }),
});
const deb = (name: string, language: PackageSpec['language'], take: number, only?: RegExp): PackageSpec => ({
  from: 'deb',
  name,
  language,
  take,
  ...(only && { only }),
});
const source = (name: string, language: PackageSpec['language'], take: number, only?: RegExp): PackageSpec => ({
  ...deb(name, language, take, only),
  from: 'deb-source',
});

export const packages: readonly PackageSpec[] = [
  npm('rxjs', '7.8.2', 'typescript', 400, /^src\//),
  npm('effect', '4.1.0', 'typescript', 500, /^src\//),
  npm('viem', '2.57.13', 'typescript', 400),
  npm('mongodb', '7.8.0', 'typescript', 500, /^src\//),
  npm('mobx', '7.1.3', 'typescript', 200, /^src\//),
  npm('zod', '4.6.7', 'typescript', 300, /^src\//),
  npm('ethers', '6.17.0', 'typescript', 300, /^src\.ts\//),
  npm('@tanstack/query-core', '5.107.1', 'typescript', 250, /^src\//),
  npm('@trpc/server', '11.23.0', 'typescript', 200, /^src\//),
  npm('prosemirror-view', '1.42.9', 'typescript', 200, /^src\//),
  npm('@reduxjs/toolkit', '2.14.0', 'typescript', 300, /^src\//),
  npm('@react-spectrum/s2', '1.7.1', 'typescript', 700, /^src\//),
  npm('react-native-paper', '5.15.3', 'typescript', 600, /^src\//),
  npm('@lexical/react', '0.52.0', 'typescript', 250, /^src\//),
  npm('@tanstack/react-router', '1.170.46', 'typescript', 250, /^src\//),

  npm('eslint', '10.14.0', 'javascript', 600, /^lib\//),
  npm('webpack', '5.112.2', 'javascript', 600, /^lib\//),
  npm('three', '0.187.0', 'javascript', 500, /^(src|examples\/jsm)\//),
  npm('svelte', '5.57.3', 'javascript', 400, /^src\//),
  npm('mongoose', '9.12.0', 'javascript', 300, /^lib\//),
  npm('jsdom', '31.0.0', 'javascript', 300, /^lib\/jsdom\/(?!.*generated)/),
  npm('discord.js', '14.27.0', 'javascript', 250, /^src\//),
  npm('undici', '8.12.4', 'javascript', 300, /^lib\//),
  npm('fastify', '5.12.8', 'javascript', 250, /^(lib|test)\//),

  deb('python3-django', 'python', 600),
  deb('python3-sqlalchemy', 'python', 500),
  deb('python3-twisted', 'python', 500),
  deb('python3-networkx', 'python', 400),
  deb('python3-sympy', 'python', 400),
  deb('python3-pandas', 'python', 400),
  deb('python3-aiohttp', 'python', 250),
  deb('python3-celery', 'python', 250),

  deb('golang-golang-x-tools-dev', 'go', 600),
  deb('golang-etcd-server-dev', 'go', 500),
  deb('golang-github-docker-docker-dev', 'go', 500),
  deb('golang-google-grpc-dev', 'go', 400),
  deb('golang-gvisor-gvisor-dev', 'go', 500),
  deb('golang-github-containerd-containerd-dev', 'go', 400),
  deb('golang-github-gin-gonic-gin-dev', 'go', 200),

  deb('librust-tokio-dev', 'rust', 500),
  deb('librust-cargo-dev', 'rust', 600),
  deb('librust-rustls-dev', 'rust', 400),
  deb('librust-syn-dev', 'rust', 300),
  deb('librust-clap-dev', 'rust', 300),
  deb('librust-rayon-dev', 'rust', 300),
  deb('librust-image-dev', 'rust', 300),
  deb('librust-hyper-dev', 'rust', 300),
  deb('librust-futures-util-dev', 'rust', 200),
  deb('librust-chrono-dev', 'rust', 200),

  source('guava-libraries', 'java', 700),
  source('jackson-databind', 'java', 500),
  source('netty', 'java', 500),
  source('libspring-java', 'java', 600),
  source('junit5', 'java', 400),
  source('libcommons-lang3-java', 'java', 400),

  source('redis', 'c', 600, /^src\//),
  source('libuv1', 'c', 400),
  source('tmux', 'c', 400),
  source('nginx', 'c', 500, /^src\//),
  source('git', 'c', 600),
  source('curl', 'c', 500, /^(lib|src)\//),

  source('rocksdb', 'cpp', 700),
  source('leveldb', 'cpp', 300),
  source('keepassxc', 'cpp', 500, /^src\//),
  source('poco', 'cpp', 600, /\/(src|include)\//),
  source('re2', 'cpp', 300),
  source('googletest', 'cpp', 300),
  source('fmtlib', 'cpp', 300),

  source('newtonsoft-json', 'csharp', 900),
  source('nunit', 'csharp', 800),
  source('keepass2', 'csharp', 900),
  source('opentk', 'csharp', 400),

  deb('ruby-activerecord', 'ruby', 600),
  deb('ruby-activesupport', 'ruby', 400),
  deb('ruby-actionpack', 'ruby', 400),
  deb('rubocop', 'ruby', 500),
  deb('ruby-sequel', 'ruby', 600),
  deb('ruby-rspec-core', 'ruby', 300),
  deb('jekyll', 'ruby', 200),

  deb('php-symfony-http-kernel', 'php', 400),
  deb('php-symfony-dependency-injection', 'php', 400),
  deb('php-symfony-form', 'php', 400),
  deb('phpunit', 'php', 500),
  deb('composer', 'php', 600),
  deb('php-doctrine-orm', 'php', 500),
  deb('php-twig', 'php', 250),
];
