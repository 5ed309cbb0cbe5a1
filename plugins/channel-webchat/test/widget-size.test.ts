import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildScript } from '@balcao/sdk/build';

it('The widget adds one script of at most 30 kB to a visitor’s page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'webchat-'));
  try {
    const outFile = join(folder, 'widget.js');
    await buildScript({ entry: join(import.meta.dirname, '..', 'embed', 'widget.ts'), outFile });
    const script = await readFile(outFile);
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(30 * 1024);
    expect(script.toString()).not.toMatch(/\beval\(|new Function\(|innerHTML|document\.write/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
