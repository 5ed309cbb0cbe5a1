import { startTransition, useEffect, useState } from 'react';

/** The value, a frame late: what stands beside a thing is drawn once the thing itself is there to be read. */
export function useLater<T>(value: T): T | undefined {
  const [later, setLater] = useState<T>();
  useEffect(() => startTransition(() => setLater(value)), [value]);
  return later;
}
