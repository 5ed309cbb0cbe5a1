import { notFound, sql, type Scope } from '@balcao/sdk/server';
import { connections, type ConnectionTokenIssuer } from '@balcao/connections/contract';

export interface TokenRow {
  id: number;
  connectionId: number;
  name: string;
  lastFour: string;
  createdBy: string;
  createdAt: Date;
}

const refOf = (id: number): string => `token:${id}`;
const columns = sql`id, connection_id as "connectionId", name, last_four as "lastFour", created_by as "createdBy", created_at as "createdAt"`;

/** Returns the token of a call; undefined if it was deleted, as with its connection. */
export const tokenOf = (scope: Scope, ref: string): Promise<TokenRow | undefined> =>
  scope.sql.one<TokenRow>(
    sql`select ${columns} from messages_api.token where id = ${Number(ref.replace('token:', ''))}`,
  );

export const listTokens = async (scope: Scope): Promise<(TokenRow & { lastUsedAt: Date | null })[]> => {
  const rows = await scope.sql.rows<TokenRow>(sql`select ${columns} from messages_api.token order by id`);
  const used = await scope.tokens.used();
  return rows.map((row) => ({ ...row, lastUsedAt: used.get(refOf(row.id)) ?? null }));
};

/** Creates a token. Row and hash are stored together: neither exists without the other. */
export const createToken = async (
  scope: Scope,
  { connectionId, name }: { connectionId: number; name: string },
): Promise<TokenRow & { token: string }> => {
  if (!(await scope.use(connections).find(connectionId))) throw notFound('ERR_NO_WAPP_FOUND');
  return scope.tx(async (inner) => {
    const row = await inner.sql.one<TokenRow>(
      sql`insert into messages_api.token (connection_id, name, last_four, created_by)
          values (${connectionId}, ${name}, '', ${scope.user?.name ?? ''}) returning ${columns}`,
    );
    if (!row) throw new Error('the token was not stored');
    const token = await inner.tokens.issue(refOf(row.id));
    const lastFour = token.slice(-4);
    await inner.sql.run(sql`update messages_api.token set last_four = ${lastFour} where id = ${row.id}`);
    return { ...row, lastFour, token };
  });
};

export const revokeToken = async (scope: Scope, id: number): Promise<TokenRow> =>
  scope.tx(async (inner) => {
    const row = await inner.sql.one<TokenRow>(
      sql`delete from messages_api.token where id = ${id} returning ${columns}`,
    );
    if (!row) throw notFound('ERR_NO_TOKEN_FOUND');
    await inner.tokens.revoke(refOf(id));
    return row;
  });

/** Issues tokens for `POST /whatsapp-token/{id}` of the connections. */
export const tokenIssuer: ConnectionTokenIssuer = {
  page: '/messages-api',
  id: 'messages-api',
  issue: async (connectionId, scope) =>
    (await createToken(scope, { connectionId, name: scope.t('token.usual') })).token,
  async has(connectionIds, scope) {
    const rows = await scope.sql.rows<{ id: number }>(
      sql`select distinct connection_id as id from messages_api.token where connection_id = any(${[...connectionIds]}::int[])`,
    );
    return new Set(rows.map(({ id }) => id));
  },
};
