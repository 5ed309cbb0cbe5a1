import { useEffect, useState } from 'react';
import { Contributed, appBackground, usePoint, useSession, whenIdle } from '@balcao/sdk/client';
import type { AppBackground, Item, Session } from '@balcao/sdk/client';

/** Whether the page has had what its first screen needs since somebody signed in. */
const useQuiet = (): boolean => {
  const [isQuiet, setIsQuiet] = useState(false);
  useEffect(() => whenIdle(() => setIsQuiet(true)), []);
  return isQuiet;
};

/** Whether it is mounted only when the first screen stands. */
export const mayWait = ({ id, plugin, whenIdle: whenIdle = false }: Item<AppBackground>, session: Session): boolean => {
  if (typeof whenIdle === 'boolean') return whenIdle;
  try {
    return whenIdle({ session, isOn: (other) => session.isOn(other) });
  } catch (error) {
    console.error(`[${plugin}] whenIdle() of ${id} threw`, error);
    return true;
  }
};

/** What plugins mount while somebody is signed in: those that may wait, once the first screen stands. */
export function Background() {
  const isQuiet = useQuiet();
  const session = useSession();
  const items = usePoint(appBackground);
  return items
    .filter((item) => isQuiet || !mayWait(item, session))
    .map((item) => (
      <Contributed key={`${item.plugin}/${item.id}`} item={item} failed={() => null}>
        <item.component />
      </Contributed>
    ));
}
