import { ApiError } from './api-error.ts';
import { hasText, translate, type Translate } from './i18n.ts';
import { usePluginId } from './plugin-context.ts';
import { useCallback } from 'react';

const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.code : typeof error === 'string' && /^ERR_\w+$/.test(error) ? error : undefined;

/**
 * Returns the text of an error: the plugin's own `errors.<CODE>`, else the platform's catalogue, else a general
 * sentence. `t` is `useT()`; a string that is no code is returned as it is.
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

/** Returns `errorText` for the plugin whose component calls it. */
export function useErrorText(): (error: unknown) => string {
  const plugin = usePluginId();
  return useCallback((error) => errorText(error, (key, values) => translate(plugin ?? 'shell', key, values)), [plugin]);
}
