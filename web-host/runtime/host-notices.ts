/** The host's own notices: a plugin that could not be loaded, with a retry, and the way back to the first steps. */
import { Button } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { createElement, useEffect, useState } from 'react';
import { appNotice, defineClient, hostSide, lazyPart, useT, whenIdle } from '@balcao/sdk/client';
import { missingAtom, retryPlugins } from './plugin-loader.ts';

function MissingParts() {
  const missing = useAtomValue(missingAtom, { store: hostSide.store });
  const t = useT('sdk');
  if (missing.length === 0) return null;
  return createElement(
    Button,
    { size: 'small', appearance: 'outline', onClick: retryPlugins },
    t('module.missing', { count: missing.length }),
  );
}

const FirstStepsPill = lazyPart(() => import('../pages/first-steps/FirstStepsPill.tsx'));

/** Waits until the first screen is complete. */
function FirstStepsAfterQuiet() {
  const [quiet, setQuiet] = useState(FirstStepsPill.arrived);
  useEffect(() => (quiet ? undefined : whenIdle(() => setQuiet(true))), [quiet]);
  return quiet ? createElement(FirstStepsPill) : null;
}

const manifest = {
  id: 'host',
  version: '1.0.0',
  title: 'host',
  description: 'host',
  publisher: 'host',
  license: 'MIT',
  sdk: '*',
};

/** The host contributes to its own points as any plugin does. */
export const hostNotices = defineClient(manifest, (host) => {
  host.add(appNotice, { id: 'missing-parts', component: MissingParts });
  host.add(appNotice, {
    id: 'first-steps',
    when: ({ session }) => session.user.profile === 'admin',
    component: FirstStepsAfterQuiet,
  });
});
