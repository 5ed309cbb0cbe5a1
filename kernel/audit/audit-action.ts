import type { AuditEntry, Method } from '@balcao/sdk/server';

interface AuditedRoute {
  method: Method;
  path: string;
  /** Whoever is meant: a permission, `super`, `signed-in`; public routes have none. */
  access: string;
  audit?: string | false;
}

/**
 * The name under which calls of a route stand on the record. Administration is there without anybody's doing: whatever
 * changes something and needs a permission or a super user.
 */
export const auditActionOf = ({ method, path, access, audit }: AuditedRoute): string | undefined => {
  if (audit !== undefined) return audit === false ? undefined : audit;
  return method === 'GET' || access === 'signed-in' || access === 'public' ? undefined : `${method} ${path}`;
};

const named = ['name', 'title', 'email', 'shortcode', 'key'];

/** What a request says about itself; its handler may say it better. */
export const auditEntryOf = (
  action: string,
  { params, query, body }: { params?: unknown; query?: unknown; body?: unknown },
): AuditEntry => {
  const given = (body ?? {}) as Record<string, unknown>;
  const name = named.map((key) => given[key]).find((value) => typeof value === 'string' && value !== '');
  const detail = Object.fromEntries(
    Object.entries({ params, query, body }).filter(
      ([, value]) => typeof value === 'object' && value !== null && Object.keys(value).length > 0,
    ),
  );
  return { action, ...(typeof name === 'string' && { subject: name }), detail };
};
