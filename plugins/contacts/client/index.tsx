import { ContactCard20Filled, ContactCard20Regular, PersonAdd20Regular } from '@fluentui/react-icons';
import { appCommand, appMenu, appRoute, defineClient, lazyPart, searchSource } from '@balcao/sdk/client';
import { contactForm, contactPicker, newContactRows } from '../contract.ts';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'contacts',
    path: '/contacts',
    title: 'page.title',
    component: lazyPart(() => import('./ContactsPage.tsx')),
  });
  for (const path of ['/contacts/import', '/contacts/import/:importId'])
    host.add(appRoute, {
      id: path.endsWith('import') ? 'import' : 'import-one',
      path,
      title: 'import.title',
      component: lazyPart(() => import('./import/ImportPage.tsx')),
    });
  host.expose(
    contactForm,
    lazyPart(() => import('./exposed/ContactForm.tsx')),
  );
  host.expose(
    newContactRows,
    lazyPart(() => import('./exposed/NewContactRows.tsx')),
  );
  host.expose(
    contactPicker,
    lazyPart(() => import('./exposed/ContactPicker.tsx')),
  );
  host.add(appMenu, {
    id: 'contacts',
    section: 'relations',
    order: 20,
    label: 'page.title',
    path: '/contacts',
    icon: ContactCard20Regular,
    iconActive: ContactCard20Filled,
  });
  host.add(appCommand, {
    id: 'new',
    label: 'form.add',
    keywords: 'command.newKeywords',
    icon: PersonAdd20Regular,
    run: ({ navigate }) => void navigate('/contacts?contact=new'),
  });
  host.add(searchSource, {
    id: 'contacts',
    label: 'page.title',
    prefix: '@',
    search: async (term, context) => (await import('./search.ts')).searchContacts(term, context),
  });
});
