import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
const enough = 4 * 1024 ** 3;

/**
 * Returns a folder for the data of a test run. In memory where there is room: throw-away databases then wait for no
 * disk, and a slow disk delays no test.
 */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(path.join(hasRoom(memory) ? memory : os.tmpdir(), 'balcao-run-'));
  // Started as root, the database runs as another user, who needs access through this folder.
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
