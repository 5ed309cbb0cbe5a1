import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = process.env.BALCAO_PLUGIN ?? process.cwd();
const checkout = path.resolve(import.meta.dirname, '../../..');
const suites = process.env.BALCAO_OWN_TESTS_ONLY ? [] : [path.join(import.meta.dirname, 'generic.ts')];

interface Exports {
  exports: Record<string, string>;
}
const { exports: entries } = JSON.parse(readFileSync(path.join(checkout, 'sdk', 'package.json'), 'utf8')) as Exports;

/** A built plugin has no node_modules: it uses the product's SDK, as when it runs. */
const sdk = Object.entries(entries).map(([name, file]) => ({
  find: new RegExp(`^@balcao/sdk/${name.slice(2)}$`),
  replacement: path.join(checkout, 'sdk', file),
}));

export default defineConfig({
  root,
  resolve: { alias: sdk.filter(({ replacement }) => existsSync(replacement)) },
  server: { fs: { strict: false } },
  test: {
    globalSetup: path.join(import.meta.dirname, 'database.ts'),
    include: ['**/*.test.{ts,tsx}', ...suites],
    exclude: ['**/node_modules/**', 'build/**', 'dist/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
  },
});
