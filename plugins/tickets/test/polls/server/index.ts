import { definePlugin, z } from '@balcao/sdk/server';
import { messageKind } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

const poll = z.object({ question: z.string().min(1), options: z.array(z.string()).min(2) });
const words = { pt: 'Enquete', en: 'Poll', es: 'Encuesta' };

export default definePlugin(manifest, {
  setup(host) {
    host.contribute(messageKind, {
      id: 'test-polls.poll',
      schema: poll,
      text: ({ question }: z.infer<typeof poll>, language) => `${words[language]}: ${question}`,
      maxBytes: 2000,
    });
    // A kind that fails.
    host.contribute(messageKind, {
      id: 'test-polls.broken',
      schema: z.object({ late: z.string().refine(async () => true) }).or(z.object({ words: z.string() })),
      text: () => {
        throw new Error('no words');
      },
    });
  },
});
