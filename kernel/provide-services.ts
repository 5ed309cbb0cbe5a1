import {
  accounts,
  auditLog,
  companyAccess,
  limits,
  loginSessions,
  rowEditors,
  tenants,
  type Restriction,
} from '@balcao/sdk/server';
import { recordLabel } from './audit/labels.ts';
import type { Identity } from './auth/identity.ts';
import type { Registry } from './host/registry.ts';
import type { createTranslate } from './host/translate.ts';
import { rowEditorsOf } from './row-editors/row-editors.ts';
import { ownTenant } from './tenants/own-tenant.ts';
import { limitsFor } from './tenants/resource-limits.ts';

interface ServiceParts {
  registry: Registry;
  identity: Identity;
  translate: ReturnType<typeof createTranslate>;
}

/** Provides the services that the kernel offers to plugins: people, companies, sessions, the audit log, limits. */
export function provideServices({ registry, identity, translate }: ServiceParts): void {
  registry.provide(accounts.id, (scope) => identity.people.forCompany(scope.company.id, scope.user));
  registry.provide(tenants.id, (scope) => (scope.user?.super ? identity.tenants : ownTenant(identity.tenants, scope)));
  registry.provide(loginSessions.id, ({ company, user, origin }) =>
    identity.sessionList.forCompany(company.id, user, origin?.sessionId),
  );
  registry.provide(auditLog.id, (scope) =>
    identity.records.forCompany(scope, (record) =>
      recordLabel(
        {
          language: scope.language,
          translate,
          manifests: [...registry.plugins.values()].map(({ source }) => source.manifest),
          setting: (key) => identity.settings.declared(key),
        },
        record,
      ),
    ),
  );
  registry.provide(rowEditors.id, rowEditorsOf);
  registry.provide(limits.id, limitsFor);
  registry.provide(companyAccess.id, ({ company: { id } }) => ({
    restrict: (restriction: Restriction) => identity.tenants.restrict(id, restriction),
    lift: () => identity.tenants.restrict(id, null),
  }));
}
