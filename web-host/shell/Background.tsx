import { Contributed, appBackground } from '@balcao/sdk/client';
import { useTimely } from './patient.ts';

/** What plugins mount while somebody is signed in: those that may wait, once the first screen stands. */
export function Background() {
  return useTimely(appBackground).map((item) => (
    <Contributed key={`${item.plugin}/${item.id}`} item={item} failed={() => null}>
      <item.component />
    </Contributed>
  ));
}
