import { ShieldCheckmark20Filled, ShieldCheckmark20Regular } from '@fluentui/react-icons';
import { appCommand, appMenu, appRoute, defineClient, lazyPart, profileSection } from '@balcao/sdk/client';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'audit',
    path: '/audit',
    title: 'audit.title',
    permission: 'audit:view',
    component: lazyPart(() => import('./page/AuditPage.tsx')),
  });
  host.add(appMenu, {
    id: 'audit',
    section: 'administration',
    order: 70,
    label: 'audit.title',
    path: '/audit',
    icon: ShieldCheckmark20Regular,
    iconActive: ShieldCheckmark20Filled,
    permission: 'audit:view',
  });
  host.add(appCommand, {
    id: 'audit',
    label: 'command.audit',
    icon: ShieldCheckmark20Regular,
    permission: 'audit:view',
    run: ({ navigate }) => void navigate('/audit'),
  });
  host.add(profileSection, {
    id: 'security',
    label: 'manifest.title',
    component: lazyPart(() => import('./profile/ProfileSecurity.tsx')),
  });
});
