import { ArrowImport20Regular, People20Regular } from '@fluentui/react-icons';
import { appCommand, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { contactPageAction } from '@balcao/contacts/contract';
import { campaignTabs } from '../contract.ts';
import manifest from '../manifest.ts';

const permission = 'contact-lists:view';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'lists',
    path: '/contact-lists',
    title: 'page.title',
    permission,
    component: lazyPart(() => import('./ListsPage.tsx')),
  });
  host.add(appRoute, {
    id: 'items',
    path: '/contact-lists/:contactListId/contacts',
    title: 'page.title',
    permission,
    component: lazyPart(() => import('./ItemsPage.tsx')),
  });
  for (const path of ['/contact-lists/:contactListId/import', '/contact-lists/:contactListId/import/:importId'])
    host.add(appRoute, {
      id: path.endsWith('import') ? 'import' : 'import-one',
      path,
      title: 'import.plainTitle',
      permission,
      component: lazyPart(() => import('./import/ImportPage.tsx')),
    });
  host.expose(
    campaignTabs,
    lazyPart(() => import('./CampaignTabs.tsx')),
  );
  host.add(contactPageAction, {
    id: 'list',
    label: 'found.action',
    icon: People20Regular,
    permission,
    component: lazyPart(() => import('./FoundDialog.tsx')),
  });
  host.add(appCommand, {
    id: 'import',
    label: 'command.import',
    keywords: 'command.keywords',
    icon: ArrowImport20Regular,
    permission,
    run: ({ navigate }) => void navigate('/contact-lists'),
  });
});
