import { useEffect, useState } from 'react';

/** Whether the window is in front of somebody. */
export function useIsLooking(): boolean {
  const [isLooking, setLooking] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setLooking(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isLooking;
}
