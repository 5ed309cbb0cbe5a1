import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/sdk/testing';
import { withAuditContext, AuditContext } from '../audit/audit-context.ts';
import { withImpersonation } from '../impersonation/impersonation.ts';
import { fixture } from './stage.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: [fixture('shelf')] });
});
afterAll(() => host?.close());

test('A plugin may join the work of a scope with others’ only where nothing is recorded, undone or said with it', async () => {
  const company = await host.company();
  const scope = company.scope('shelf');
  expect(scope.standsAlone).toBe(true);
  await scope.tx(async (inner) => expect(inner.standsAlone).toBe(false));
  const entry = { action: 'shelf.something' };
  const request = { id: 'r', companyId: company.id, plugin: 'shelf', user: undefined, origin: undefined, entry };
  const trail = new AuditContext(request);
  await withAuditContext(trail, async () => {
    expect(scope.standsAlone).toBe(false);
    // The answer was given: what runs on belongs to nobody.
    trail.isOver = true;
    expect(scope.standsAlone).toBe(true);
  });
  withImpersonation({ id: 1, impersonating: true }, () => expect(scope.standsAlone).toBe(false));
  withImpersonation({ id: 1 }, () => expect(scope.standsAlone).toBe(true));
});
