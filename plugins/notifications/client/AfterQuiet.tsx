import { useEffect, useState } from 'react';
import { lazyPart, whenQuiet } from '@balcao/sdk/client';

const Notices = lazyPart(() => import('./notices/Notices.tsx'));

/** Nobody can be told before the first screen stands: what tells comes after it. */
export function AfterQuiet() {
  const [quiet, setQuiet] = useState(Notices.arrived);
  useEffect(() => (quiet ? undefined : whenQuiet(() => setQuiet(true))), [quiet]);
  return quiet && <Notices />;
}
