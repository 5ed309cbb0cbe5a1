import { auditLog, type AuditRecord, type Scope } from '@balcao/sdk/server';

const verbs: Record<string, string> = {
  POST: 'made',
  PUT: 'changed',
  PATCH: 'changed',
  DELETE: 'removed',
  GET: 'read',
};

/** Returns the text of an action: its plugin's own, the platform's, or one derived from the route. */
export const actionText = ({ plugin, action }: Pick<AuditRecord, 'plugin' | 'action'>, scope: Scope): string => {
  const named = scope.use(auditLog).label({ plugin, action });
  if (named.action !== undefined) return named.action;
  const key = `action.${plugin}.${action}`;
  const text = scope.t(key);
  if (text !== key) return text;
  const method = /^[A-Z]+(?= \/)/.exec(action)?.[0];
  const title = plugin === 'kernel' ? scope.t('action.platform') : named.plugin;
  if (method === undefined) return `${title}: ${action}`;
  // A POST to an existing thing creates nothing: it runs an action on it.
  const verb = method === 'POST' && action.includes('/:') ? 'ran' : (verbs[method] ?? 'changed');
  return scope.t(`action.${verb}`, { what: title });
};
