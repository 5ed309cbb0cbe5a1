import path from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { targetOf, typesOf } from './targets.ts';

const root = path.resolve(import.meta.dirname, '../../..');

describe('arguments of npm test', () => {
  test('a plugin’s id selects that plugin, and no other file whose path contains the word', () => {
    expect(targetOf(root, 'tags')).toEqual({ filter: 'plugins/tags/', path: 'plugins/tags' });
  });

  test('a path selects its folder or file', () => {
    expect(targetOf(root, 'kernel/jobs')).toEqual({ filter: 'kernel/jobs/', path: 'kernel/jobs' });
    expect(targetOf(root, './kernel/jobs/')).toEqual({ filter: 'kernel/jobs/', path: 'kernel/jobs' });
    const file = 'kernel/jobs/test/postgres.test.ts';
    expect(targetOf(root, file)).toEqual({ filter: file, path: file });
  });

  test('any other word selects the test files whose path contains it', () => {
    expect(targetOf(root, 'two-nodes')).toEqual({ filter: 'two-nodes' });
    expect(targetOf(root, '../elsewhere')).toEqual({ filter: '../elsewhere' });
  });

  test('the type check of a target covers that place only', () => {
    const { include } = JSON.parse(readFileSync(typesOf(root, ['plugins/tags']), 'utf8')) as { include: string[] };
    expect(() =>
      typesOf(
        root,
        Array.from({ length: 50 }, () => 'plugins/tags/test'),
      ),
    ).not.toThrow();
    expect(include.filter((entry) => entry.includes('plugins/'))).toEqual([path.join(root, 'plugins/tags')]);
  });
});
