import { People20Filled, People20Regular } from '@fluentui/react-icons';
import { appMenu, appRoute, defineClient, lazyPart, profilePicture } from '@balcao/sdk/client';
import { userPicker } from '../contract.ts';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'users',
    path: '/users',
    title: 'page.title',
    permission: 'users:view',
    component: lazyPart(() => import('./UsersPage.tsx')),
  });
  host.add(profilePicture, { id: 'picture', component: lazyPart(() => import('./picture/OwnPicture.tsx')) });
  host.expose(
    userPicker,
    lazyPart(() => import('./exposed/UserPicker.tsx')),
  );
  host.add(appMenu, {
    id: 'users',
    section: 'administration',
    order: 40,
    label: 'page.title',
    path: '/users',
    icon: People20Regular,
    iconActive: People20Filled,
    permission: 'users:view',
  });
});
