import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPlugin, BundleError, verifyBuild } from '@balcao/sdk/build';
import type { Check } from './check.ts';

const breachesIn = async (dist: string): Promise<string[]> => {
  const { faults } = await verifyBuild(dist);
  return faults.map(({ code, message }) => `${code}: ${message}`);
};

export const browserPart: Check = {
  title: 'has a complete browser part with a small entry that imports only what the page provides',
  async run({ plugin: { dir } }) {
    const dist = path.join(dir, 'dist');
    if (existsSync(path.join(dist, 'build.json'))) return breachesIn(dist);
    if (!existsSync(path.join(dir, 'client', 'index.tsx'))) return [];
    const outDir = await mkdtemp(path.join(tmpdir(), 'balcao-browser-part-'));
    try {
      await buildPlugin({ root: dir, outDir });
      return await breachesIn(outDir);
    } catch (error) {
      if (error instanceof BundleError) return error.faults.map(({ code, message }) => `${code}: ${message}`);
      throw error;
    } finally {
      await rm(outDir, { recursive: true, force: true });
    }
  },
};
