import { Payment20Filled, Payment20Regular, Receipt20Filled, Receipt20Regular } from '@fluentui/react-icons';
import {
  appBackground,
  appMenu,
  appNotice,
  appRoute,
  defineClient,
  lazyPart,
  settingsTab,
  type ClientContext,
} from '@balcao/sdk/client';
import { dashboardCard } from '@balcao/reports/contract';
import manifest from '../manifest.ts';
import { formSections, listColumns, rowActions } from './parts.ts';
import { knownSubscription } from './subscription/known-subscription.ts';

/** The same rule that the server applies to every call. */
const runsThePlatform = ({ session }: ClientContext): boolean => session.user.super;
const listed = () => import('./company/list-parts.tsx');

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'invoices',
    path: '/financeiro/:invoiceId?',
    title: 'invoices.title',
    permission: 'financeiro:view',
    component: lazyPart(() => import('./invoices/InvoicesPage.tsx')),
  });
  host.add(appRoute, {
    id: 'subscription',
    path: '/subscription',
    title: 'subscription.title',
    permission: 'financeiro:view',
    component: lazyPart(() => import('./subscription/SubscriptionPage.tsx')),
  });
  host.add(appMenu, {
    id: 'invoices',
    section: 'administration',
    order: 70,
    label: 'menu.invoices',
    path: '/financeiro',
    icon: Receipt20Regular,
    iconActive: Receipt20Filled,
    permission: 'financeiro:view',
  });
  host.add(appMenu, {
    id: 'subscription',
    section: 'administration',
    order: 71,
    label: 'menu.subscription',
    path: '/subscription',
    icon: Payment20Regular,
    iconActive: Payment20Filled,
    permission: 'financeiro:view',
  });
  host.add(appBackground, {
    id: 'subscription',
    permission: 'financeiro:view',
    // A person whose licence is overdue is notified at once, and a blocked one is taken to the invoices; for others it
    // only waits for live updates.
    whenIdle: ({ session }) => {
      const { daysOverdue, isLocked } = knownSubscription(session.user);
      return daysOverdue === 0 && !isLocked;
    },
    when: ({ session }) => session.user['subscription'] !== undefined,
    component: lazyPart(() => import('./subscription/SubscriptionWatch.tsx')),
  });
  host.add(appNotice, {
    id: 'licence',
    order: 10,
    permission: 'financeiro:view',
    when: ({ session }) => {
      const { licenceStatus, daysOverdue } = knownSubscription(session.user);
      return licenceStatus === 'trial' || daysOverdue > 0;
    },
    component: lazyPart(() => import('./subscription/LicenceNotice.tsx')),
  });
  host.add(dashboardCard, {
    id: 'due',
    order: 10,
    permission: 'financeiro:view',
    when: ({ session }) => knownSubscription(session.user).dueDate !== null,
    component: lazyPart(() => import('./subscription/DueCard.tsx')),
  });
  host.add(settingsTab, {
    id: 'plans',
    order: 51,
    label: 'plans.title',
    when: runsThePlatform,
    component: lazyPart(() => import('./plans/PlansTab.tsx')),
  });
  host.add(settingsTab, {
    id: 'payments',
    order: 52,
    label: 'setup.title',
    when: runsThePlatform,
    component: lazyPart(() => import('./payments/PaymentsTab.tsx')),
  });
  host.add(formSections, {
    id: 'billing',
    order: 10,
    label: 'company.section',
    component: lazyPart(() => import('./company/CompanyBilling.tsx')),
  });
  host.add(listColumns, {
    id: 'plan',
    order: 10,
    label: 'company.plan',
    width: 170,
    component: lazyPart(async () => ({ default: (await listed()).PlanCell })),
  });
  host.add(listColumns, {
    id: 'due',
    order: 20,
    label: 'company.dueDate',
    width: 120,
    component: lazyPart(async () => ({ default: (await listed()).DueCell })),
  });
  host.add(rowActions, {
    id: 'extend',
    order: 10,
    component: lazyPart(async () => ({ default: (await listed()).ExtendAction })),
  });
});
