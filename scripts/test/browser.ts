import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import type { Browser, LaunchOptions, Page } from 'playwright-core';
import { measure } from '../../sdk/testing/durations.ts';
import { rootOf } from './import-rules.ts';
import { patienceMs } from './patience.ts';
import { workerBrowser } from './worker-browser.ts';

/**
 * Chromium flags: no sandbox, no graphics hardware, no background network, a microphone that beeps. Rendering stays in
 * the browser's process; optimising compilers are off, because code lives only as long as a test, and so are V8's
 * helper threads, because other tests use the other cores: saves a fifth of the CPU time or more.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--js-flags=--no-opt --no-maglev --single-threaded --single-threaded-gc',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/**
 * Launches a real Chromium: `CHROMIUM_PATH`, else an installed one, else the one inside the npm package, unpacked once.
 * Throws when none can be started. `more`: additional switches. In a test without those it is the browser of the worker,
 * which remains open after `close`.
 */
export const launchBrowser = (more: readonly string[] = []): Promise<Browser> =>
  process.env['VITEST_WORKER_ID'] && more.length === 0 ? workerBrowser(() => launch(more)) : launch(more);

async function launch(more: readonly string[]): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH ?? installedBrowser();
  if (installed) return start({ executablePath: installed, args: [...args, ...more] });
  const { executablePath, env } = await packagedBrowser();
  return start({ executablePath, args: [...args, ...more], env });
}

/** Starts of the program before its crash counts: on some virtual machines it crashes now and then before it says a word. */
const starts = 4;

const start = (options: LaunchOptions): Promise<Browser> =>
  measure('browser', async () => {
    for (let turn = 1; ; turn += 1) {
      try {
        return patient(await chromium.launch(options));
      } catch (error) {
        if (turn === starts) throw error;
      }
    }
  });

/**
 * Retries navigations. A dialog that closes removes its history entry a moment later, and the browser aborts a
 * navigation requested within that moment, faster than any person could type.
 */
const patient = (browser: Browser): Browser => {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    // Drawing the frames of animations is a tenth of the work of a page.
    const context = await newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(patienceMs);
    context.on('page', retryAborted);
    return context;
  };
  return browser;
};

const retryAborted = (page: Page): void => {
  const twice = async <T>(navigate: () => Promise<T>): Promise<T> => {
    try {
      return await navigate();
    } catch (error) {
      if (!String(error).includes('net::ERR_ABORTED')) throw error;
      return navigate();
    }
  };
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = (url, options) => twice(() => goto(url, options));
  page.reload = (options) => twice(() => reload(options));
};

function installedBrowser(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute);
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return candidates.find((candidate) => existsSync(candidate));
}

async function packagedBrowser(): Promise<{ executablePath: string; env: NodeJS.ProcessEnv & Record<string, string> }> {
  const home = path.resolve(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string };
  const cache = path.join(rootOf(import.meta.dirname), 'node_modules/.cache');
  const folder = path.join(cache, `chromium-${version}`);
  const executablePath = path.join(folder, 'chromium');
  if (!existsSync(executablePath)) {
    await unpackInto(
      folder,
      ['chromium', 'fonts.tar', 'swiftshader.tar'].map((name) => path.join(home, 'bin', `${name}.br`)),
    );
  }
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH ??= path.join(folder, 'fonts');
  if (lacksLibraries(executablePath)) {
    const libraries = path.join(folder, 'libraries');
    if (!existsSync(libraries)) await unpackInto(libraries, [path.join(home, 'bin/al2023.tar.br')]);
    env.LD_LIBRARY_PATH = [path.join(libraries, 'al2023/lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  }
  return { executablePath, env };
}

function lacksLibraries(program: string): boolean {
  const { status, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status !== 0 && stderr.includes('shared libraries');
}

/**
 * Unpacks Chromium. The package unpacks into the temporary folder and reuses any version it finds there, so it gets an
 * empty folder, which is renamed when it is complete. In a separate process: this one continues to create temporary
 * files, which would be lost with that folder.
 */
async function unpackInto(folder: string, archives: string[]): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const unpack = `
    import { inflate } from '@sparticuz/chromium';
    await Promise.all(process.argv.slice(1).map((archive) => inflate(archive)));
  `;
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack, ...archives], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: unfinished },
    });
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another worker may have finished the same work first.
    if (!existsSync(folder)) throw error;
  }
}
