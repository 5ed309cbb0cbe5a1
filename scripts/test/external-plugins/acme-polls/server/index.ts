import { definePlugin, z } from '@balcao/sdk/server';
import { messageKind, tickets } from '@balcao/tickets/contract';
import { pollKind, type Poll } from '../contract.ts';
import manifest from '../manifest.ts';

const poll = z.object({
  question: z.string().min(1).max(200),
  options: z.array(z.string().min(1).max(100)).min(2).max(12),
}) satisfies z.ZodType<Poll>;
const words = { pt: 'Enquete', en: 'Poll', es: 'Encuesta' };

export default definePlugin(manifest, {
  setup(host) {
    host.contribute(messageKind, {
      id: pollKind,
      schema: poll,
      text: ({ question, options }: Poll, language) => `${words[language]}: ${question} ${options.join(' / ')}`,
    });
    host.route('POST', '/polls/:ticketId', {
      access: 'signed-in',
      summary: 'Sends a customer a question with answers to choose from.',
      input: { params: z.object({ ticketId: z.coerce.number().int().positive().max(2_147_483_647) }), body: poll },
      output: z.object({ messageId: z.number() }),
      handle: async ({ params, body }, scope) => {
        const { id } = await scope.use(tickets).send(params.ticketId, { body: '', data: { ...body, kind: pollKind } });
        return { messageId: id };
      },
    });
  },
});
