import type { AuditEntry, Method } from '@balcao/sdk/server';

interface AuditedRoute {
  method: Method;
  path: string;
  /** A permission, `super`, `signed-in` or `public`. */
  access: string;
  audit?: string | false;
}

/**
 * Returns the name under which calls of a route are in the audit log, or undefined when they are not. Administration
 * is always there: all routes that change something and need a permission or a super user.
 */
export const auditActionOf = ({ method, path, access, audit }: AuditedRoute): string | undefined => {
  if (audit !== undefined) return audit === false ? undefined : audit;
  return method === 'GET' || access === 'signed-in' || access === 'public' ? undefined : `${method} ${path}`;
};

const named = ['name', 'title', 'email', 'shortcode', 'key'];

/** Builds the audit entry of a request from its input. The handler may improve it. */
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
