import { api } from './api.ts';
import { currentSession } from './session/session.ts';

export type FailureStage = 'import' | 'setup' | 'render' | 'late';

const maxMessage = 2_000;
const reported = new Set<string>();

/**
 * Returns the position of the error in the plugin's built code, `RowBadge-x1.js:1:204`; undefined if the browser does
 * not provide it.
 */
const fileOf = (error: unknown): string | undefined => {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return /\/plugins\/[^/\s]+\/[^/\s]+\/([\w./-]+\.m?js:\d+:\d+)/.exec(stack)?.[1]?.slice(0, 200);
};

/**
 * Reports to the operator that a plugin's browser part failed, each failure once per page. `part` names the item:
 * `tickets.list.badge/late`. Callers do not wait, and errors of the report are ignored.
 */
export function reportFailure(plugin: string, what: FailureStage, error?: unknown, part?: string): void {
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error ?? '')).slice(
    0,
    maxMessage,
  );
  const key = `${plugin} ${what} ${part ?? ''} ${message}`;
  if (!currentSession() || reported.has(key)) return;
  reported.add(key);
  const file = fileOf(error);
  api
    .post('/platform/browser-failures', { plugin, what, message, ...(part && { part }), ...(file && { file }) })
    .catch(() => undefined);
}
