import { Contributed, appNotice } from '@balcao/sdk/client';
import { useDueItems } from './deferred.ts';

/** The pills beside the search, or above the page on a phone: those that may wait, once the first screen stands. */
export function Notices() {
  return useDueItems(appNotice).map((item) => (
    <Contributed key={`${item.plugin}/${item.id}`} item={item} inline>
      <item.component />
    </Contributed>
  ));
}
