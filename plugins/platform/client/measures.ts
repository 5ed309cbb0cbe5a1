import { useCallback } from 'react';
import { useFormat, useT } from '@balcao/sdk/client';

/** Returns a formatter of bytes: `48 kB`, `1,2 MB`. */
export function useSizes(): (bytes: number) => string {
  const format = useFormat();
  return useCallback(
    (bytes) =>
      bytes < 1_000_000
        ? `${format.number(Math.max(1, Math.round(bytes / 1000)))} kB`
        : `${format.number(Math.round(bytes / 100_000) / 10)} MB`,
    [format],
  );
}

/** Returns a formatter of milliseconds. */
export function useDurations(): (milliseconds: number) => string {
  const t = useT();
  const format = useFormat();
  return useCallback(
    (milliseconds) =>
      milliseconds < 1 ? t('unit.underOneMs') : t('unit.ms', { ms: format.number(Math.round(milliseconds)) }),
    [t, format],
  );
}
