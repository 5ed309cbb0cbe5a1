import { useEffect, useState } from 'react';

const every = 30_000;

/** The present time, often enough for minutes. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, []);
  return now;
}
