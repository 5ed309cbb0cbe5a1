import { api } from './api.ts';
import { currentSession } from './session/session.ts';

export type FailurePlace = 'import' | 'setup' | 'render' | 'late';

const mostMessage = 2_000;
const told = new Set<string>();

/**
 * Tells whoever runs the platform that a plugin's browser part failed here; each fault once a page. Nobody waits for
 * it, and a page that cannot tell says nothing.
 */
export function reportFailure(plugin: string, what: FailurePlace, error?: unknown): void {
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error ?? '')).slice(
    0,
    mostMessage,
  );
  const key = `${plugin} ${what} ${message}`;
  if (!currentSession() || told.has(key)) return;
  told.add(key);
  api.post('/platform/browser-failures', { plugin, what, message }).catch(() => undefined);
}
