import path from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { targetOf, typesOf } from './targets.ts';

const root = path.resolve(import.meta.dirname, '../../..');

describe('npm test -- <word>', () => {
  test('means a plugin by its id, and no other file whose path holds that word', () => {
    expect(targetOf(root, 'tags')).toEqual({ filter: 'plugins/tags/', place: 'plugins/tags' });
  });

  test('means a folder or a file by its path', () => {
    expect(targetOf(root, 'kernel/jobs')).toEqual({ filter: 'kernel/jobs/', place: 'kernel/jobs' });
    expect(targetOf(root, './kernel/jobs/')).toEqual({ filter: 'kernel/jobs/', place: 'kernel/jobs' });
    const file = 'kernel/jobs/test/postgres.test.ts';
    expect(targetOf(root, file)).toEqual({ filter: file, place: file });
  });

  test('means every test file whose path holds anything else', () => {
    expect(targetOf(root, 'two-nodes')).toEqual({ filter: 'two-nodes' });
    expect(targetOf(root, '../elsewhere')).toEqual({ filter: '../elsewhere' });
  });

  test('has the types of that place checked, and of nothing beside it', () => {
    const { include } = JSON.parse(readFileSync(typesOf(root, ['plugins/tags']), 'utf8')) as { include: string[] };
    expect(() =>
      typesOf(
        root,
        Array.from({ length: 50 }, () => 'plugins/tags/test'),
      ),
    ).not.toThrow();
    expect(include.filter((place) => place.includes('plugins/'))).toEqual([path.join(root, 'plugins/tags')]);
  });
});
