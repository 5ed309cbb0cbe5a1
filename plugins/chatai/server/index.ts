import { definePlugin } from '@balcao/sdk/server';
import { aiProtocol, models, prompts } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { promptsService } from './prompts-service.ts';
import { promptRoutes } from './prompt-routes.ts';
import { providerRoutes } from './providers/provider-routes.ts';
import { purposeRoutes } from './providers/purpose-routes.ts';
import { modelsService } from './runs/models-service.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  platformTables: [
    'chatai.prompt',
    'chatai.platform_provider',
    'chatai.platform_purpose',
    'chatai.price',
    'chatai.totals_read',
  ],
  guarded: ['chatai.provider', 'chatai.purpose'],
  setup(host) {
    promptRoutes(host);
    providerRoutes(host);
    purposeRoutes(host);
    host.open(aiProtocol, ({ id, title, complete }) => {
      if (!id.includes('.') || title === '' || typeof complete !== 'function') throw new Error('not a protocol');
    });
    host.provide(models, modelsService);
    host.provide(prompts, promptsService);
  },
});
