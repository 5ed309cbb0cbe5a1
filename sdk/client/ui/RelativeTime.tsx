import { useSyncExternalStore } from 'react';
import { useFormat } from '../index.ts';
import { LazyTooltip } from './LazyTooltip.tsx';

const listeners = new Set<() => void>();
let minute = 0;
let timer: number | undefined;

/** One clock for all times on the page, stopped while none is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => {
    minute += 1;
    for (const each of listeners) each();
  }, 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      window.clearInterval(timer);
      timer = undefined;
    }
  };
}

export interface RelativeTimeProps {
  /** An ISO string or a Date. */
  date: string | Date;
  /** Shows a duration, `2 d`, where `relative` would name the day: for waiting times. */
  elapsed?: boolean;
}

/** The time since a date, kept current, with the exact time in the tooltip. */
export function RelativeTime({ date, elapsed = false }: RelativeTimeProps) {
  useSyncExternalStore(subscribe, () => minute);
  const format = useFormat();
  const iso = typeof date === 'string' ? date : date.toISOString();
  const exact = format.dateTime(date);
  return (
    // A tooltip used as description would be in the page for every time shown.
    <LazyTooltip relationship="inaccessible" content={exact}>
      <time dateTime={iso} aria-description={exact}>
        {elapsed ? format.elapsed(date) : format.relative(date)}
      </time>
    </LazyTooltip>
  );
}
