import { useEffect, useState } from 'react';
import { useOptionalSession, useT } from '@balcao/sdk/client';

const hourIn = (timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(new Date()));

/** `Boa tarde, Marina`, by the company's time zone; undefined while nobody is signed in. */
export function useGreeting(): string | undefined {
  const t = useT('shell');
  const session = useOptionalSession();
  const timeZone = session?.company.timeZone ?? 'America/Sao_Paulo';
  const [hour, setHour] = useState(() => hourIn(timeZone));
  useEffect(() => {
    setHour(hourIn(timeZone));
    const timer = window.setInterval(() => setHour(hourIn(timeZone)), 60_000);
    return () => window.clearInterval(timer);
  }, [timeZone]);
  if (!session) return undefined;
  const part = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
  return t(`greeting.${part}`, { name: session.user.name.trim().split(/\s+/)[0] ?? '' });
}
