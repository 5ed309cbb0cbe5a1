import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
const enough = 4 * 1024 ** 3;

/**
 * A folder for what a test run leaves behind. In memory where there is room: throw-away databases wait for no disk
 * there, and a slow disk makes no test late.
 */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(path.join(hasRoom(memory) ? memory : os.tmpdir(), 'balcao-run-'));
  // As root the database runs as another user, who must be able to pass through.
  chmodSync(folder, 0o711);
  return folder;
};

const hasRoom = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > enough;
  } catch {
    return false;
  }
};
