import { expect, test } from 'vitest';
import { faultBanner } from './fault-banner.ts';

test('a developer sees in the browser which plugin was refused, why, and what to change', () => {
  const banner = faultBanner([
    { code: 'MIGRATION_EDITED', plugin: 'sla', message: '0001-init was changed', fix: 'Type: balcao dev --reset' },
  ]);
  for (const text of ['sla', 'MIGRATION_EDITED', '0001-init was changed', 'balcao dev --reset'])
    expect(banner).toContain(text);
});

test("the fault banner shows a plugin's message as text, and there is no banner without faults", () => {
  const banner = faultBanner([{ code: 'X', plugin: 'sla', message: '<img src=x onerror="alert(1)">', fix: '&' }]);
  expect(banner).not.toContain('<img');
  expect(faultBanner([])).toBe('');
});
