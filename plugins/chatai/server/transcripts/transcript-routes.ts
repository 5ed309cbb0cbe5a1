import { AppError, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { messageReceived, tickets, type MessageView } from '@balcao/tickets/contract';
import { transcribeMessage, transcripts } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { laterFor } from '../runs/passing.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const chosenIds = (stored: string): number[] => stored.split(',').filter(Boolean).map(Number);
const connectionIds = z.array(z.number().int().positive().max(2_147_483_647)).max(500);

const later = (scope: Scope, messageId: number, since: number): Promise<void> =>
  scope.jobs.schedule(transcribeMessage, { messageId, since }, { key: `transcribe:${messageId}` });

export const transcriptRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/messages/:messageId/transcribe', {
    access: 'signed-in',
    summary: 'Writes down a voice message, once: `summary` of the message is its text. A repetition costs nothing.',
    rate: 30,
    input: { params: z.object({ messageId: id }) },
    output: z.object({ message: z.custom<MessageView>() }),
    async handle({ params: { messageId } }, scope) {
      const service = scope.use(tickets);
      const message = await service.message(messageId);
      if (!message) throw notFound('ERR_NO_MESSAGE_FOUND');
      await service.assertReadable(message.ticketId);
      await scope.use(transcripts).transcribe(messageId);
      return { message: (await service.message(messageId)) ?? message };
    },
  });
  host.route('GET', '/ai/transcribing', {
    access: 'ai:manage',
    summary: 'Ids of the connections whose voice messages are written down by themselves.',
    output: z.object({ connectionIds }),
    handle: async (_request, scope) => ({ connectionIds: chosenIds(scope.settings.get('aiTranscribing')) }),
  });
  host.route('PUT', '/ai/transcribing', {
    access: 'ai:manage',
    summary: 'Chooses the connections whose voice messages are written down by themselves.',
    audit: 'ai.transcribing-changed',
    input: { body: z.object({ connectionIds }) },
    output: z.object({ connectionIds }),
    async handle({ body }, scope) {
      const rows = await scope.sql.rows<{ id: number }>(
        sql`select id from connections.public_connection where id = any(${body.connectionIds}::int[]) order by id`,
      );
      const ids = rows.map((row) => row.id);
      await scope.settings.set('aiTranscribing', ids.join(','));
      return { connectionIds: ids };
    },
  });
  host.on(messageReceived, 'transcribe', async ({ messageId, connectionId }, scope, { createdAt }) => {
    const chosen = scope.settings.get('aiTranscribing');
    if (chosen === '' || connectionId === null || !chosenIds(chosen).includes(connectionId)) return;
    const message = await scope.use(tickets).message(messageId);
    if (message?.mediaType === 'audio') await later(scope, messageId, createdAt.getTime());
  });
  host.job(transcribeMessage, {
    data: z.object({ messageId: z.number(), since: z.number().optional() }),
    async handle({ messageId, since }, scope) {
      // Former versions stored no time. It is stored now, so that all attempts count from the first.
      if (since === undefined) return later(scope, messageId, Date.now());
      try {
        await scope.use(transcripts).transcribe(messageId, { signal: scope.signal });
      } catch (error) {
        // The node is stopping, and another one repeats the job.
        scope.signal.throwIfAborted();
        const again = laterFor(error, since);
        if (again) throw again;
        if (!(error instanceof AppError)) throw error;
        scope.log.warn({ message: messageId, code: error.code }, 'a voice message was not written down');
      }
    },
  });
};
