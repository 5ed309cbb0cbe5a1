import { useEffect, useState } from 'react';

/** True while the window is visible and focused. */
export function useWindowActive(): boolean {
  const [isLooking, setLooking] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setLooking(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isLooking;
}
