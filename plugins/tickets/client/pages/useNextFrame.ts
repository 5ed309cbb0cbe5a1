import { startTransition, useEffect, useState } from 'react';

/** Returns the value one frame later, so that secondary content is rendered after the main content. */
export function useNextFrame<T>(value: T): T | undefined {
  const [later, setLater] = useState<T>();
  useEffect(() => startTransition(() => setLater(value)), [value]);
  return later;
}
