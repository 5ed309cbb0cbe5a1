import { defineClient, lazyPart } from '@balcao/sdk/client';
import { composerAction, composerOutsideWindow, messageAction } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  const texts = { message: { seal: 'Lacrar mensagem' } };
  host.locales({ pt: texts, en: texts, es: texts });
  host.add(messageAction, {
    id: 'seal',
    label: 'message.seal',
    run: () => {
      throw new Error('there is no wax');
    },
  });
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
