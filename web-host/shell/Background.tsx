import { Contributed, appBackground } from '@balcao/sdk/client';
import { useDueItems } from './deferred.ts';

/** Mounts the background parts of plugins while a person is signed in; deferrable ones after the first screen. */
export function Background() {
  return useDueItems(appBackground).map((item) => (
    <Contributed key={`${item.plugin}/${item.id}`} item={item} failed={() => null}>
      <item.component />
    </Contributed>
  ));
}
