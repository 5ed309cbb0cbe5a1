import { auditLog, type AuditRecord, type Scope } from '@balcao/sdk/server';

const verbs: Record<string, string> = {
  POST: 'made',
  PUT: 'changed',
  PATCH: 'changed',
  DELETE: 'removed',
  GET: 'read',
};

/** What to call an action: its plugin's own text, the platform's, or what its route says of itself. */
export const actionText = ({ plugin, action }: Pick<AuditRecord, 'plugin' | 'action'>, scope: Scope): string => {
  const named = scope.use(auditLog).label({ plugin, action });
  if (named.action !== undefined) return named.action;
  const key = `action.${plugin}.${action}`;
  const text = scope.t(key);
  if (text !== key) return text;
  const method = /^[A-Z]+(?= \/)/.exec(action)?.[0];
  const title = plugin === 'kernel' ? scope.t('action.platform') : named.plugin;
  if (method === undefined) return `${title}: ${action}`;
  // What is posted to one thing makes none: it does something with it.
  const verb = method === 'POST' && action.includes('/:') ? 'ran' : (verbs[method] ?? 'changed');
  return scope.t(`action.${verb}`, { what: title });
};
