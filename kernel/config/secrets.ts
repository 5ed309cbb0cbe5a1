import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
    // Making new secrets over a damaged file would make every stored secret setting unreadable for ever.
    throw new ConfigError([`DATA_DIR: ${file} is damaged; restore it from a backup, or move it away`]);
  }
}

/**
 * The secret `name` of this data folder, made by `make` the first time and kept in `secrets.json`, which only its
 * owner can read. Throws ConfigError when the file is damaged or the folder cannot be written.
 */
export function keptSecret(dataDir: string, name: string, make: () => string): string {
  const file = fileOf(dataDir);
  const secrets = read(file);
  const kept = secrets[name];
  if (kept !== undefined) return kept;
  const made = make();
  try {
    makeDataDir(dataDir);
    const next = `${file}.new`;
    writeFileSync(next, `${JSON.stringify({ ...secrets, [name]: made }, null, 2)}\n`, { mode: 0o600, flush: true });
    chmodSync(next, 0o600);
    renameSync(next, file);
  } catch (error) {
    throw new ConfigError([`DATA_DIR: ${dataDir} cannot be written (${reason(error)})`]);
  }
  return made;
}

/** Closed to other people; as root others may pass through, because the database then runs as another user. */
export function makeDataDir(dataDir: string): void {
  const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (made && process.getuid?.() === 0) chmodSync(dataDir, 0o711);
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
