import { createHmac } from 'node:crypto';
import pg from 'pg';
import type { Address } from './pools.ts';

/** The role that policies and grants name. It owns nothing, so row-level security applies to it. */
export const appRole = 'balcao_app';

const roleLock = 7315;

/**
 * Roles belong to the whole server. So each secret has a login of its own that is a member of the common role: all
 * nodes of an installation share it, and neither a second installation on the server nor a new secret locks anybody
 * out.
 */
const loginFrom = (secret: string): { user: string; password: string } => {
  const derive = (purpose: string): string =>
    createHmac('sha256', secret).update(`${appRole} ${purpose}`).digest('hex');
  return { user: `${appRole}_${derive('name').slice(0, 12)}`, password: derive('password') };
};

/** Creates or repairs the confined role and login. Returns how to connect with it. */
export const ensureAppRole = async (owner: pg.Pool, address: Address, secret: string): Promise<pg.PoolConfig> => {
  const login = { ...address, ...loginFrom(secret) };
  const client = await owner.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [roleLock]);
    await retryOnCollision(() => ensureRoles(client, login));
    await refuseRights(client, login.user);
    await confineToDatabase(client, login.user, pg.escapeIdentifier(address.database));
    return login;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [roleLock]).catch(() => undefined);
    client.release();
  }
};

const ensureRoles = async (
  client: pg.PoolClient,
  login: Address & { user: string; password: string },
): Promise<void> => {
  const { rows } = await client.query<{ name: string; zone: boolean }>(
    `select rolname as name, coalesce('TimeZone=UTC' = any(rolconfig), false) as zone from pg_roles where rolname in ($1, $2)`,
    [appRole, login.user],
  );
  const rights = 'nosuperuser nobypassrls nocreatedb nocreaterole inherit';
  if (!rows.some(({ name }) => name === appRole)) await client.query(`create role ${appRole} nologin ${rights}`);
  const password = pg.escapeLiteral(login.password);
  const own = rows.find(({ name }) => name === login.user);
  if (!own) await client.query(`create role ${login.user} login ${rights} in role ${appRole} password ${password}`);
  else if (!(await accepts(login))) await client.query(`alter role ${login.user} login password ${password}`);
  // `reset all` restores the settings that the role starts with.
  if (!own?.zone) await client.query(`alter role ${login.user} set timezone to 'UTC'`);
};

const refuseRights = async (client: pg.PoolClient, user: string): Promise<void> => {
  const { rows: privileged } = await client.query<{ name: string }>(
    `select rolname as name from pg_roles r where rolname in ($1, $2)
        and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
             or exists (select from pg_auth_members m join pg_roles of on of.oid = m.roleid where m.member = r.oid and of.rolname <> $1))`,
    [appRole, user],
  );
  for (const { name } of privileged) {
    throw new Error(
      `the role ${name} has more rights than one confined to companies may have: ` +
        `alter role ${name} nosuperuser nobypassrls nocreaterole nocreatedb noreplication, and revoke its memberships`,
    );
  }
  const { rows: owned } = await client.query<{ role: string; name: string }>(
    `select r.rolname as role, c.oid::regclass::text as name from pg_class c join pg_roles r on r.oid = c.relowner
      where r.rolname in ($1, $2) and c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relpersistence <> 't' limit 1`,
    [appRole, user],
  );
  for (const { role, name } of owned) {
    throw new Error(`${role} owns ${name}, and row-level security does not hold owners: reassign owned by ${role}`);
  }
};

const confineToDatabase = async (client: pg.PoolClient, user: string, database: string): Promise<void> => {
  const { rows } = await client.query<{ connect: boolean; temporary: boolean }>(
    `select has_database_privilege($1, current_database(), 'connect') as connect,
            has_database_privilege($1, current_database(), 'temporary') as temporary`,
    [user],
  );
  if (!rows[0]?.connect)
    await retryOnCollision(() => client.query(`grant connect on database ${database} to ${appRole}`));
  // A temporary table exists as long as its connection and would carry rows of one company to the next.
  if (rows[0]?.temporary) {
    await retryOnCollision(() => client.query(`revoke temporary on database ${database} from public, ${appRole}`));
  }
};

const accepts = async (login: pg.ClientConfig): Promise<boolean> => {
  const client = new pg.Client({ ...login, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // invalid_password and invalid_authorization_specification; other errors are not about the password.
    if (error instanceof Error && 'code' in error && (error.code === '28P01' || error.code === '28000')) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * Retries a change of roles. The advisory lock covers one database, and the kernel of another database on the same
 * server may be creating the same role.
 */
const retryOnCollision = async (change: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await change();
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      const collided =
        code === '23505' ||
        code === '42710' ||
        (error instanceof Error && error.message.includes('tuple concurrently'));
      if (!collided || attempt === 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt * Math.random()));
    }
  }
};
