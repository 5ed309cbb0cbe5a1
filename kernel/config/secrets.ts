import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from './faults.ts';

const Secrets = z.record(z.string(), z.string());

const fileOf = (dataDir: string) => path.join(dataDir, 'secrets.json');

function read(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError([`DATA_DIR: ${file} cannot be read (${reason(error)})`]);
  }
  try {
    return Secrets.parse(JSON.parse(text));
  } catch {
    // New secrets over a damaged file would make every stored secret setting unreadable.
    throw new ConfigError([`DATA_DIR: ${file} is damaged; restore it from a backup, or move it away`]);
  }
}

/**
 * Returns the secret `name` of this data folder, created by `make` the first time and stored in `secrets.json`, which
 * only its owner can read. Processes that call it at the same time get the same secret. Throws ConfigError when the
 * file is damaged or the folder cannot be written.
 */
export function storedSecret(dataDir: string, name: string, make: () => string): string {
  const file = fileOf(dataDir);
  const stored = read(file)[name];
  if (stored !== undefined) return stored;
  const next = `${file}.new`;
  try {
    makeDataDir(dataDir);
    const turn = claimNextFile(next);
    try {
      // Another process may have created it while this one waited.
      const secrets = read(file);
      const secret = secrets[name] ?? make();
      writeFileSync(turn, `${JSON.stringify({ ...secrets, [name]: secret }, null, 2)}\n`, { flush: true });
      chmodSync(next, 0o600);
      renameSync(next, file);
      return secret;
    } catch (error) {
      rmSync(next, { force: true });
      throw error;
    } finally {
      closeSync(turn);
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError([`DATA_DIR: ${dataDir} cannot be written (${reason(error)})`]);
  }
}

const patienceMs = 5_000;

/**
 * Opens the file that becomes the next one. Only one process can; it is abandoned when its process does not finish it
 * in time.
 */
function claimNextFile(next: string): number {
  for (const since = Date.now(); ;) {
    try {
      return openSync(next, 'wx', 0o600);
    } catch (error) {
      if (reason(error) !== 'EEXIST') throw error;
    }
    if (Date.now() - since > patienceMs) rmSync(next, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

/**
 * Closes the folder to other users; when the owner is root others may traverse it, because the database then runs as
 * another user.
 */
function makeDataDir(dataDir: string): void {
  const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (made && process.getuid?.() === 0) chmodSync(dataDir, 0o711);
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
