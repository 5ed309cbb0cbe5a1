import { z, type Host } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import type manifest from '../../manifest.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';

const id = z.coerce.number('Required').int().positive().max(2_147_483_647);
const tokenOutput = z.object({
  id: z.number(),
  connectionId: z.number(),
  name: z.string(),
  lastFour: z.string(),
  createdBy: z.string(),
  createdAt: z.date(),
});

export const tokenRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/messages-api', {
    access: 'messages-api:view',
    summary: 'route.tokens.list',
    output: z.object({
      connections: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          channel: z.string(),
          status: z.string(),
          tokens: z.array(tokenOutput.extend({ lastUsedAt: z.date().nullable() })),
        }),
      ),
    }),
    handle: async (_request, scope) => {
      const tokens = await listTokens(scope);
      const rows = await scope.use(connections).list();
      return {
        connections: rows.map(({ id: connectionId, name, channel, status }) => ({
          id: connectionId,
          name,
          channel,
          status,
          tokens: tokens.filter((token) => token.connectionId === connectionId),
        })),
      };
    },
  });

  host.route('POST', '/messages-api/tokens', {
    access: 'messages-api:view',
    summary: 'route.tokens.create',
    audit: 'messages-api.token.created',
    input: {
      body: z.object({
        connectionId: id,
        name: z.string('Required').trim().min(1, 'Required').max(60, 'Too Long!'),
      }),
    },
    output: tokenOutput.extend({ token: z.string() }),
    handle: async ({ body }, scope) => {
      const made = await createToken(scope, body);
      await scope.audit({
        action: 'messages-api.token.created',
        subject: body.name,
        detail: { id: made.id, lastFour: made.lastFour },
      });
      return made;
    },
  });

  host.route('DELETE', '/messages-api/tokens/:id', {
    access: 'messages-api:view',
    summary: 'route.tokens.remove',
    audit: 'messages-api.token.revoked',
    input: { params: z.object({ id }) },
    handle: async ({ params }, scope) => {
      const { name, lastFour } = await revokeToken(scope, params.id);
      await scope.audit({ action: 'messages-api.token.revoked', subject: name, detail: { id: params.id, lastFour } });
    },
  });
};
