import { useEffect, useState } from 'react';

const since = (date: string): number => Math.max(0, Math.round((Date.now() - Date.parse(date)) / 1000));

/** Seconds since a moment, counted while `isCounting`. */
export const useSeconds = (date: string, isCounting: boolean): number => {
  const [seconds, setSeconds] = useState(() => since(date));
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = window.setInterval(() => setSeconds(since(date)), 1000);
    return () => window.clearInterval(timer);
  }, [date, isCounting]);
  return seconds;
};
