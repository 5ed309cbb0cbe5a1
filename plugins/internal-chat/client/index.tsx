import { defineClient } from '@balcao/sdk/client';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
});
