import { useEffect, useState } from 'react';
import { useOptionalSession, usePoint, whenIdle } from '@balcao/sdk/client';
import type { DeferredPart, Item, Session } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';

/** Returns whether the page has loaded its first screen since the person signed in. */
const usePageIdle = (): boolean => {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true)), []);
  return isIdle;
};

/** Returns whether a part is mounted only after the first screen. */
export const isDeferred = (item: Item<DeferredPart>, session: Session): boolean => {
  const { id, plugin, whenIdle: deferred = false } = item;
  if (typeof deferred === 'boolean') return deferred;
  try {
    return deferred({ session, isOn: (other) => session.isOn(other) });
  } catch (error) {
    console.error(`[${plugin}] whenIdle() of ${id} threw`, error);
    return true;
  }
};

/** Returns the items of a point that are due: all after the first screen, before it those that are not deferred. */
export function useDueItems<T extends DeferredPart>(point: PointRef<T>): readonly Item<T>[] {
  const isIdle = usePageIdle();
  const session = useOptionalSession();
  const items = usePoint(point);
  return items.filter((item) => isIdle || (session !== undefined && !isDeferred(item, session)));
}
