import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFolder } from './watch.ts';

let folder: string;
let seen: string[];
let watching: { close(): void };
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-watch-'));
  mkdirSync(path.join(folder, 'server'));
  writeFileSync(path.join(folder, 'server/a.ts'), '1');
  seen = [];
  watching = watchFolder(folder, (file) => seen.push(file));
});
afterEach(() => {
  watching.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Replaces a file like most editors do on saving: a new file takes its name. */
function replace(file: string): void {
  writeFileSync(path.join(folder, `${file}.new`), '2');
  renameSync(path.join(folder, `${file}.new`), path.join(folder, file));
}

test('a file that an editor replaces is noticed every time, not only the first', async () => {
  for (let round = 0; round < 3; round += 1) {
    seen.length = 0;
    replace('server/a.ts');
    await vi.waitFor(() => expect(seen).toContain('server/a.ts'));
  }
});

test('a file in a folder created later is noticed, and again after the folder is recreated', async () => {
  for (let round = 0; round < 2; round += 1) {
    mkdirSync(path.join(folder, 'server/new/deep'), { recursive: true });
    writeFileSync(path.join(folder, 'server/new/deep/b.ts'), '1');
    await vi.waitFor(() => expect(seen).toContain('server/new/deep/b.ts'));
    seen.length = 0;
    rmSync(path.join(folder, 'server/new'), { recursive: true });
    await vi.waitFor(() => expect(seen).toContain('server/new'));
    seen.length = 0;
  }
});
