import { defineClient, lazyPart } from '@balcao/sdk/client';
import { composerAction, composerOutsideWindow } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.add(composerAction, {
    id: 'schedule',
    order: 20,
    component: lazyPart(() => import('./Schedule.tsx')),
  });
  host.add(composerOutsideWindow, {
    id: 'template',
    channel: 'facebook',
    component: lazyPart(() => import('./Template.tsx')),
  });
});
