import { describe, expect, test } from 'vitest';
import { afterSecondTry, filesToTryAgain } from './run-vitest.ts';
import type { Report } from './run-vitest.ts';

const report = (files: Record<string, Record<string, 'passed' | 'failed'>>): Report => {
  const testResults = Object.entries(files).map(([name, tests]) => ({
    name,
    status:
      Object.values(tests).every((status) => status === 'passed') && name !== 'broken.e2e.ts' ? 'passed' : 'failed',
    assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
  }));
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (wanted: string) => all.filter(({ status }) => status === wanted).length;
  return { testResults, numPassedTests: count('passed'), numFailedTests: count('failed') };
};

describe('tests that failed', () => {
  test('run once more, their whole file', () => {
    expect(filesToTryAgain(report({ 'a.e2e.ts': { x: 'failed' }, 'b.test.ts': { y: 'passed' } }))).toEqual([
      'a.e2e.ts',
    ]);
    expect(filesToTryAgain(report({ 'broken.e2e.ts': {} }))).toEqual(['broken.e2e.ts']);
  });

  test('have no second try when one of delivery failed, or when too many files did', () => {
    expect(filesToTryAgain(report({ 'a.e2e.ts': { x: 'failed' }, '/delivery/b.test.ts': { y: 'failed' } }))).toEqual(
      [],
    );
    const many = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`${at}.e2e.ts`, { x: 'failed' as const }]));
    expect(filesToTryAgain(report(many))).toEqual([]);
    expect(filesToTryAgain(undefined)).toEqual([]);
  });

  test('are told as unsteady when they pass then, and count as failed when they do not', () => {
    const first = report({ 'a.e2e.ts': { x: 'failed', z: 'passed', w: 'failed' }, 'b.test.ts': { y: 'passed' } });
    const second = report({ 'a.e2e.ts': { x: 'passed', z: 'passed', w: 'failed' } });
    expect(afterSecondTry(first, second)).toEqual({ passed: 3, failed: 1, unsteady: ['x'] });
  });
});
