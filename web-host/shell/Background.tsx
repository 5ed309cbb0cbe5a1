import { useEffect, useState } from 'react';
import { Contributed, appBackground, usePoint, useSession, whenIdle } from '@balcao/sdk/client';
import type { AppBackground, Item, Session } from '@balcao/sdk/client';

/** Returns whether the page has loaded its first screen since the person signed in. */
const useQuiet = (): boolean => {
  const [isQuiet, setIsQuiet] = useState(false);
  useEffect(() => whenIdle(() => setIsQuiet(true)), []);
  return isQuiet;
};

/** Returns whether a background part is mounted only after the first screen. */
export const isDeferred = ({ id, plugin, whenIdle = false }: Item<AppBackground>, session: Session): boolean => {
  if (typeof whenIdle === 'boolean') return whenIdle;
  try {
    return whenIdle({ session, isOn: (other) => session.isOn(other) });
  } catch (error) {
    console.error(`[${plugin}] whenIdle() of ${id} threw`, error);
    return true;
  }
};

/** Mounts the background parts of plugins while a person is signed in; deferrable ones after the first screen. */
export function Background() {
  const isQuiet = useQuiet();
  const session = useSession();
  const items = usePoint(appBackground);
  return items
    .filter((item) => isQuiet || !isDeferred(item, session))
    .map((item) => (
      <Contributed key={`${item.plugin}/${item.id}`} item={item} failed={() => null}>
        <item.component />
      </Contributed>
    ));
}
