import { expect, test } from 'vitest';
import { isPageOf } from './decide.ts';

test('a page shows a notification when its address has the path and every parameter that the notification names', () => {
  for (const [address, path, isShown] of [
    ['/tickets/12', '/tickets/12', true],
    ['/tickets/12?search=ana', '/tickets/12', true],
    ['/tickets/13', '/tickets/12', false],
    ['/legal-process', '/legal-process?cnj=1', false],
    ['/legal-process?cnj=2', '/legal-process?cnj=1', false],
    ['/legal-process?search=ana&cnj=1', '/legal-process?cnj=1', true],
    ['/users', '/users#new', true],
  ] as const)
    expect(isPageOf(address, path), `${address} for ${path}`).toBe(isShown);
});
