import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';
import { withAuditContext, AuditContext } from '../audit/audit-context.ts';
import { withImpersonation } from '../impersonation/impersonation.ts';
import { fixture } from './kernel-fixtures.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: [fixture('shelf')] });
});
afterAll(() => host?.close());

test('A plugin may join the work of scopes only where nothing is audited, rolled back or published with it', async () => {
  const company = await host.company();
  const scope = company.scope('shelf');
  expect(scope.standsAlone).toBe(true);
  await scope.tx(async (inner) => expect(inner.standsAlone).toBe(false));
  const entry = { action: 'shelf.something' };
  const request = { id: 'r', companyId: company.id, plugin: 'shelf', user: undefined, origin: undefined, entry };
  const auditContext = new AuditContext(request);
  await withAuditContext(auditContext, async () => {
    expect(scope.standsAlone).toBe(false);
    // The response was sent, so what still runs belongs to nobody.
    auditContext.isEnded = true;
    expect(scope.standsAlone).toBe(true);
  });
  withImpersonation({ id: 1, impersonating: true }, () => expect(scope.standsAlone).toBe(false));
  withImpersonation({ id: 1 }, () => expect(scope.standsAlone).toBe(true));
});
