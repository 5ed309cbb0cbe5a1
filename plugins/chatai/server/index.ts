import { definePlugin } from '@balcao/sdk/server';
import { personalData } from '@balcao/contacts/contract';
import { aiProtocol, models, prompts, summaries, transcripts } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { chatRoutes } from './chats/chat-routes.ts';
import { messageRoutes } from './chats/message-routes.ts';
import { chatRooms } from './chats/rooms.ts';
import { writer } from './chats/writer.ts';
import { costRoutes } from './costs/cost-routes.ts';
import { textsOfContact } from './personal-data.ts';
import { promptsService } from './prompts-service.ts';
import { promptRoutes } from './prompt-routes.ts';
import { providerRoutes } from './providers/provider-routes.ts';
import { purposeRoutes } from './providers/purpose-routes.ts';
import { modelsService } from './runs/models-service.ts';
import { tidy } from './runs/tidy.ts';
import { summariesService } from './summaries/summaries-service.ts';
import { summaryRoutes } from './summaries/summary-routes.ts';
import { transcriptRoutes } from './transcripts/transcript-routes.ts';
import { transcriptsService } from './transcripts/transcripts-service.ts';

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
  setup(host) {
    promptRoutes(host);
    providerRoutes(host);
    purposeRoutes(host);
    host.open(aiProtocol, ({ id, title, complete }) => {
      if (!id.includes('.') || title === '' || typeof complete !== 'function') throw new Error('not a protocol');
    });
    host.provide(models, modelsService);
    chatRoutes(host);
    messageRoutes(host);
    chatRooms(host);
    writer(host);
    transcriptRoutes(host);
    summaryRoutes(host);
    costRoutes(host);
    tidy(host);
    host.provide(transcripts, transcriptsService);
    host.provide(summaries, summariesService);
    host.contribute(personalData, textsOfContact);
    host.provide(prompts, promptsService);
  },
});
