import { appNotice, appStart, defineClient, lazyPart, type ClientContext } from '@balcao/sdk/client';
import manifest from '../manifest.ts';
import { AreSteps, FirstSteps } from './FirstSteps.ts';

/** The server answers nobody else with steps. */
const mayHaveSteps = ({ session: { user } }: ClientContext): boolean =>
  user.profile === 'admin' && user['impersonating'] !== true;

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appStart, {
    id: 'first-steps',
    order: 10,
    when: mayHaveSteps,
    title: 'page.title',
    decision: AreSteps,
    component: lazyPart(() => import('./FirstStepsPage.tsx')),
  });
  host.add(appNotice, { id: 'first-steps', when: mayHaveSteps, whenIdle: true, component: FirstSteps });
});
