import { Contributed, appNotice } from '@balcao/sdk/client';
import { useTimely } from './patient.ts';

/** The pills beside the search, or above the page on a phone: those that may wait, once the first screen stands. */
export function Notices() {
  return useTimely(appNotice).map((item) => (
    <Contributed key={`${item.plugin}/${item.id}`} item={item} inline>
      <item.component />
    </Contributed>
  ));
}
