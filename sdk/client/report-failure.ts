import { api } from './api.ts';
import { currentSession } from './session/session.ts';

export type FailurePlace = 'import' | 'setup' | 'render' | 'late';

const maxMessage = 2_000;
const told = new Set<string>();

/** Where in the plugin's built code it was thrown, `RowBadge-x1.js:1:204`; undefined where the browser does not say. */
const fileOf = (error: unknown): string | undefined => {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return /\/plugins\/[^/\s]+\/[^/\s]+\/([\w./-]+\.m?js:\d+:\d+)/.exec(stack)?.[1]?.slice(0, 200);
};

/**
 * Tells whoever runs the platform that a plugin's browser part failed here; each fault once a page. `part` names what
 * was drawn: `tickets.list.badge/late`. Nobody waits for it, and a page that cannot tell says nothing.
 */
export function reportFailure(plugin: string, what: FailurePlace, error?: unknown, part?: string): void {
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error ?? '')).slice(
    0,
    maxMessage,
  );
  const key = `${plugin} ${what} ${part ?? ''} ${message}`;
  if (!currentSession() || told.has(key)) return;
  told.add(key);
  const file = fileOf(error);
  api
    .post('/platform/browser-failures', { plugin, what, message, ...(part && { part }), ...(file && { file }) })
    .catch(() => undefined);
}
