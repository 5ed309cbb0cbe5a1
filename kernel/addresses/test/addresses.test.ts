import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCompany, openInstallation } from '../../auth/test/test-installation.ts';
import type { Installation, TestCompany } from '../../auth/test/test-installation.ts';

let all: Installation;
let acme: TestCompany;

beforeAll(async () => {
  all = await openInstallation();
  acme = await makeCompany(all, 'acme');
});
afterAll(() => all.close());

const mine = (plugin = 'notes') => all.identity.addresses.addressesFor(acme.company.id, plugin);

test('An address leads to the company, plugin and thing it was issued for, and stays the same', async () => {
  const token = await mine().issue('hook:1');
  expect(token).toMatch(/^[\w-]{24}$/);
  expect(await mine().issue('hook:1')).toBe(token);
  expect(await mine().issue('hook:2')).not.toBe(token);
  expect(await mine('board').issue('hook:1')).not.toBe(token);
  expect(await all.identity.addresses.resolve(token)).toEqual({
    companyId: acme.company.id,
    plugin: 'notes',
    ref: 'hook:1',
  });
});

test('An address that is requested twice at once is issued once', async () => {
  const tokens = await Promise.all([1, 2, 3, 4].map(() => mine().issue('race')));
  expect(new Set(tokens).size).toBe(1);
});

test.each(['', 'short', 'a'.repeat(24), `x'; drop table kernel.address; --`, 'a\0b'.padEnd(24, 'x'), 'á'.repeat(24)])(
  'An address that was never issued leads nowhere: %j',
  async (token) => {
    expect(await all.identity.addresses.resolve(token)).toBeUndefined();
  },
);

test('A revoked address is refused by every node at once, and the next one issued is different', async () => {
  const node = await all.anotherNode();
  const token = await mine().issue('revoked');
  expect(await node.identity.addresses.resolve(token)).toBeDefined();
  await mine().revoke('revoked');
  expect(await all.identity.addresses.resolve(token)).toBeUndefined();
  await expect.poll(() => node.identity.addresses.resolve(token)).toBeUndefined();
  expect(await mine().issue('revoked')).not.toBe(token);
});

test('A plugin can revoke only its own addresses', async () => {
  const token = await mine().issue('kept');
  await mine('board').revoke('kept');
  expect(await all.identity.addresses.resolve(token)).toBeDefined();
});
