import {
  DataBarVertical20Filled,
  DataBarVertical20Regular,
  DataPie20Filled,
  DataPie20Regular,
} from '@fluentui/react-icons';
import { Navigate } from 'react-router-dom';
import { appCommand, appMenu, appRoute, appStart, defineClient, lazyPart } from '@balcao/sdk/client';
import { notificationKind } from '@balcao/notifications/contract';
import manifest from '../manifest.ts';

const permission = 'dashboard:view';

const ToDashboard = () => <Navigate to="/dasboard-old" replace />;

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'dashboard',
    path: '/dasboard-old',
    title: 'dashboard.title',
    permission,
    component: lazyPart(() => import('./dashboard/DashboardPage.tsx')),
  });
  host.add(appStart, {
    id: 'dashboard',
    // After the start pages that last only for some days.
    order: 900,
    when: ({ session }) => session.can(permission),
    title: 'dashboard.title',
    decision: ({ children }) => children(true),
    component: ToDashboard,
    skipAfterSignIn: true,
  });
  host.add(appRoute, {
    id: 'report',
    path: '/reports',
    title: 'report.title',
    component: lazyPart(() => import('./report/ReportPage.tsx')),
  });
  host.add(appMenu, {
    id: 'dashboard',
    section: 'work',
    order: 15,
    label: 'dashboard.title',
    path: '/dasboard-old',
    icon: DataPie20Regular,
    iconActive: DataPie20Filled,
    permission,
  });
  host.add(appMenu, {
    id: 'report',
    section: 'relations',
    order: 90,
    label: 'report.title',
    path: '/reports',
    icon: DataBarVertical20Regular,
    iconActive: DataBarVertical20Filled,
    returns: true,
  });
  host.add(notificationKind, { id: 'file', label: 'file.kind', help: 'file.kindHelp' });
  host.add(appCommand, {
    id: 'satisfaction',
    label: 'satisfaction.open',
    icon: DataBarVertical20Regular,
    run: ({ navigate }) => void navigate('/reports?tab=satisfaction'),
  });
});
