import { AppError, tenants, z, type Host, type Scope } from '@balcao/sdk/server';
import { connectionIntegrations, connectionTokenIssuer, connections, type Connection } from '../contract.ts';
import type manifest from '../manifest.ts';
import { params } from './connection-form.ts';
import { existing } from './sessions.ts';
import { companyOf, runInCompanyOf, ofCompany, runInOwningCompany } from './run-in-owning-company.ts';

const pageSize = 100;

/** Returns the part of a connection that a super user sees: its status, but none of its messages. */
const summaryOf = ({ id, name, channel, status, isDefault, updatedAt }: Connection) => ({
  id,
  name,
  channel,
  status,
  isDefault,
  updatedAt,
});

interface OfCompany extends ReturnType<typeof summaryOf> {
  companyId: number;
  company: { id: number; name: string };
}

type Platform = Scope & { inCompany<T>(companyId: number, work: (scope: Scope) => Promise<T>): Promise<T> };

const everywhere = async (scope: Platform): Promise<OfCompany[]> => {
  const found: OfCompany[] = [];
  for (let page = 1; ; page += 1) {
    const { tenants: companies, hasMore } = await scope.use(tenants).list({ page, pageSize });
    for (const { id, name } of companies) {
      const list = await scope.inCompany(id, (inner) => inner.use(connections).list());
      found.push(...list.map((one) => ({ ...summaryOf(one), companyId: id, company: { id, name } })));
    }
    if (!hasMore) return found;
  }
};

/** Routes for connections of other companies, for super users. */
export const platformRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/whatsapp/all', {
    access: 'super',
    summary: 'Connections of every company, with how they stand.',
    handle: (_request, scope) => everywhere(scope),
  });
  host.route('GET', '/whatsapp-admin/:id', {
    access: 'super',
    summary: 'One connection, whichever company it belongs to.',
    input: { params },
    handle: async (request, scope) => {
      const companyId = await companyOf(scope, request.params.id);
      const connection = await scope.inCompany(companyId, (inner) => existing(inner, request.params.id));
      return { ...summaryOf(connection), companyId };
    },
  });
  host.route('GET', '/queueIntegration', {
    access: 'signed-in',
    summary: 'Integrations that a connection can use.',
    input: { query: ofCompany },
    output: z.object({ queueIntegrations: z.array(z.object({ id: z.number(), name: z.string() })) }),
    handle: ({ query: { companyId } }, scope) =>
      runInCompanyOf(scope, companyId, async (at) => {
        const sources = at.contributions(connectionIntegrations);
        const lists = await Promise.all(sources.map(({ item, scope: own }) => item.list(own)));
        return { queueIntegrations: lists.flat() };
      }),
  });
  host.route('POST', '/whatsapp-token/:id', {
    access: 'connections-page:editOrDeleteConnection',
    summary: 'A new token for the messages API. It is shown this once.',
    input: { params },
    output: z.object({ token: z.string() }),
    handle: ({ params: { id } }, scope) =>
      runInOwningCompany(scope, id, async (at) => {
        await existing(at, id);
        const [issuer] = at.contributions(connectionTokenIssuer);
        if (!issuer) throw new AppError(409, 'ERR_NO_TOKEN_ISSUER');
        return { token: await issuer.item.issue(id, issuer.scope) };
      }),
  });
};
