/** The host's own notice: a plugin that could not be loaded, with a retry. */
import { Button } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { createElement } from 'react';
import { appNotice, defineClient, hostSide, useT } from '@balcao/sdk/client';
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
});
