import { useEffect, useState } from 'react';
import { useOptionalSession, usePoint, whenQuiet } from '@balcao/sdk/client';
import type { Item, PatientPart, Session } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';

/** Whether the page has had what its first screen needs since somebody signed in. */
const useQuiet = (): boolean => {
  const [isQuiet, setIsQuiet] = useState(false);
  useEffect(() => whenQuiet(() => setIsQuiet(true)), []);
  return isQuiet;
};

/** Whether it is mounted only when the first screen stands. */
export const mayWait = ({ id, plugin, afterQuiet = false }: Item<PatientPart>, session: Session): boolean => {
  if (typeof afterQuiet === 'boolean') return afterQuiet;
  try {
    return afterQuiet({ session, isOn: (other) => session.isOn(other) });
  } catch (error) {
    console.error(`[${plugin}] afterQuiet() of ${id} threw`, error);
    return true;
  }
};

/** The items of a point that are to be mounted now: those that may wait, once the first screen stands. */
export function useTimely<T extends PatientPart>(point: PointRef<T>): readonly Item<T>[] {
  const isQuiet = useQuiet();
  const session = useOptionalSession();
  const items = usePoint(point);
  return items.filter((item) => isQuiet || (session !== undefined && !mayWait(item, session)));
}
