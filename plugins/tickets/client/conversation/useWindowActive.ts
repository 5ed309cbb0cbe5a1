import { useEffect, useState } from 'react';

/** True while the window is visible, also without the focus. */
export function useWindowActive(): boolean {
  const [isActive, setActive] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const update = () => setActive(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return isActive;
}
