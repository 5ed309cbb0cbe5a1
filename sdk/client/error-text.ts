import { ApiError } from './api-error.ts';
import { hasText, translate, type Translate } from './i18n.ts';
import { usePluginId } from './plugin-context.ts';
import { useCallback } from 'react';

const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.code : typeof error === 'string' && /^ERR_\w+$/.test(error) ? error : undefined;

/**
 * What to tell a person about a failure: the plugin's own `errors.<CODE>` first, then the platform's catalogue, then a
 * plain sentence. `t` is `useT()`; a string that is no code is told as it is.
 */
export function errorText(error: unknown, t: Translate): string {
  const code = codeOf(error);
  if (code === undefined) return typeof error === 'string' ? error : translate('errors', 'fallback');
  const key = `errors.${code}`;
  const values = error instanceof ApiError ? { ...error.context } : {};
  const own = t(key, values);
  if (own !== key && own !== '') return own;
  return hasText('errors', code) ? translate('errors', code, values) : translate('errors', 'fallback');
}

/** `errorText` in the namespace of the plugin whose part this is. */
export function useErrorText(): (error: unknown) => string {
  const plugin = usePluginId();
  return useCallback((error) => errorText(error, (key, values) => translate(plugin ?? 'shell', key, values)), [plugin]);
}
