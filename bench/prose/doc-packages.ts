/** The packages the documentation is taken from. */
import type { PackageName } from '../corpus';

export const proseFormats = ['markdown', 'rst', 'html', 'notebook'] as const;
export type ProseFormat = (typeof proseFormats)[number];

export interface DocPackage extends PackageName {
  readonly format: ProseFormat;
  /** Max kilobytes to take from it. */
  readonly take: number;
  /** Only files whose path inside the package matches. */
  readonly only?: RegExp;
}

const npm = (name: string, version: string, take: number, only?: RegExp): DocPackage => ({
  from: 'npm',
  name,
  version,
  format: 'markdown',
  take,
  ...(only && { only }),
});
const deb = (name: string, format: ProseFormat, take: number, only?: RegExp): DocPackage => ({
  from: 'deb',
  name,
  format,
  take,
  ...(only && { only }),
});

export const docPackages: readonly DocPackage[] = [
  npm('npm', '11.6.2', 600, /^docs\//),
  npm('fastify', '5.6.1', 500, /^docs\//),
  npm('undici', '7.16.0', 240, /^docs\//),
  npm('pino', '10.1.0', 140),
  npm('@typescript-eslint/eslint-plugin', '7.18.0', 500),
  npm('react-router', '7.9.5', 110),
  npm('docsify', '4.13.1', 90),
  npm('eslint-plugin-jsdoc', '61.1.0', 40),
  deb('nodejs-doc', 'markdown', 900),
  deb('python-sympy-doc', 'markdown', 180),
  deb('python-ipyparallel-doc', 'markdown', 200),
  deb('python3.11-doc', 'rst', 1500),
  deb('python-sympy-doc', 'rst', 400),
  deb('python-xarray-doc', 'rst', 500),
  deb('python-lmfit-doc', 'rst', 300),
  deb('python-pandas-doc', 'rst', 500, /\/(user_guide|getting_started|development|whatsnew)\//),
  deb('python3.11-doc', 'html', 1000),
  deb('python-django-doc', 'html', 600),
  deb('git-doc', 'html', 500),
  deb('debian-policy', 'html', 400),
  deb('installation-guide-amd64', 'html', 300, /\/(en|de|ru)\//),
  deb('maint-guide-ja', 'html', 150),
  deb('maint-guide-zh-cn', 'html', 150),
  deb('python-statsmodels-doc', 'notebook', 2500),
  deb('python-sympy-doc', 'notebook', 750),
  deb('python-xarray-doc', 'notebook', 450),
  deb('python-nbsphinx-doc', 'notebook', 250),
  deb('python-ipyparallel-doc', 'notebook', 400),
  deb('python-lmfit-doc', 'notebook', 100),
];
