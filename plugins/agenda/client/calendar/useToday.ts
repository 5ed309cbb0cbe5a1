import { useEffect, useState } from 'react';
import { localText } from '../local-text.ts';

const minute = 60_000;

/** Returns the present day in a zone, `2026-11-19`, also when a page stays open over midnight. */
export const useToday = (zone: string): string => {
  const dayOf = (): string => localText(Date.now(), zone).slice(0, 10);
  const [today, setToday] = useState(dayOf);
  useEffect(() => {
    const timer = setInterval(() => setToday(localText(Date.now(), zone).slice(0, 10)), minute);
    return () => clearInterval(timer);
  }, [zone]);
  return today;
};
