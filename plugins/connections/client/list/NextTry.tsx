import { useEffect, useState } from 'react';
import { useT } from '@balcao/sdk/client';

/** The time at which a channel retries to reach its network. */
export function NextTry({ at }: { at: string }) {
  const t = useT();
  const due = new Date(at).getTime();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  const seconds = Math.ceil((due - now) / 1000);
  if (seconds <= 0) return <>{t('nextTry.now')}</>;
  return (
    <>
      {seconds < 90
        ? t('nextTry.seconds', { count: seconds })
        : t('nextTry.minutes', { count: Math.ceil(seconds / 60) })}
    </>
  );
}
