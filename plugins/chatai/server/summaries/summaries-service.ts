import { conflict, type Scope } from '@balcao/sdk/server';
import { tickets, type MessageView } from '@balcao/tickets/contract';
import { models, type Summaries, type Summary } from '../../contract.ts';
import { extracted } from './extract.ts';
import { storedSummary, storeSummary } from './summary-rows.ts';
import { writeSummary } from './write-summary.ts';

/** Most messages that are read: the newest. */
const maxMessages = 1000;
const pageSize = 200;

/** Returns the messages after `after`, oldest first. */
const messagesAfter = async (scope: Scope, ticketId: number, after: number): Promise<MessageView[]> => {
  const service = scope.use(tickets);
  let found: MessageView[] = [];
  while (found.length < maxMessages) {
    const before = found[0]?.id;
    const page = await service.messages(ticketId, { limit: pageSize, ...(before !== undefined && { before }) });
    const newer = page.filter(({ id }) => id > after);
    found = [...newer, ...found];
    if (page.length < pageSize || newer.length < page.length) break;
  }
  return found;
};

/** Brings the summary up to the last message. Without a provider it is extracted, and says so. */
const summarise = async (scope: Scope, ticketId: number, signal: AbortSignal | undefined): Promise<Summary> => {
  const known = await storedSummary(scope, ticketId);
  const { isReady, reason } = await scope.use(models).available('summary');
  const isBasis = known !== undefined && !known.isExtractive;
  if (known && known.newer === 0 && (isBasis || !isReady)) return known;
  if (!isReady && reason !== 'ERR_AI_NOT_CONFIGURED') throw conflict(reason ?? 'ERR_AI_OFF');
  const messages = await messagesAfter(scope, ticketId, isReady && isBasis ? known.uptoMessageId : 0);
  const upto = messages.at(-1)?.id ?? known?.uptoMessageId ?? 0;
  if (!messages.some(({ onlyInternal }) => !onlyInternal) && !known) throw conflict('ERR_AI_NOTHING_SAID');
  const before = isBasis ? known : undefined;
  const sections = isReady
    ? await writeSummary(
        scope,
        ticketId,
        {
          before: before && { reason: before.reason, done: before.done, pending: before.pending, data: before.data },
          messages,
        },
        signal,
      )
    : extracted(messages);
  await storeSummary(scope, ticketId, { sections, upto, isExtractive: !isReady });
  await scope.use(tickets).touched(ticketId);
  return (
    (await storedSummary(scope, ticketId)) ?? {
      ...sections,
      uptoMessageId: upto,
      newer: 0,
      isExtractive: !isReady,
      createdAt: new Date().toISOString(),
    }
  );
};

export const summariesService = (scope: Scope): Summaries => ({
  ofTicket: (ticketId, { signal } = {}) => summarise(scope, ticketId, signal),
});
