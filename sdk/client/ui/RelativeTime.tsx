import { useSyncExternalStore } from 'react';
import { Tooltip } from '@fluentui/react-components';
import { useFormat } from '../index.ts';

const listeners = new Set<() => void>();
let minute = 0;
let timer: number | undefined;

/** One clock for all times on the page, stopped while nobody looks at one. */
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
  /** As a duration, `2 d`, where `relative` would name the day: for whoever waits. */
  elapsed?: boolean;
}

/** How long ago, kept current, with the exact time in the tooltip. */
export function RelativeTime({ date, elapsed = false }: RelativeTimeProps) {
  useSyncExternalStore(subscribe, () => minute);
  const format = useFormat();
  const iso = typeof date === 'string' ? date : date.toISOString();
  const exact = format.dateTime(date);
  return (
    // A tooltip that is the description itself stands in the page for every time on it, shown or not.
    <Tooltip relationship="inaccessible" content={exact}>
      <time dateTime={iso} aria-description={exact}>
        {elapsed ? format.elapsed(date) : format.relative(date)}
      </time>
    </Tooltip>
  );
}
