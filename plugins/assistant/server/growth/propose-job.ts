import { AppError, z, type Host, type Scope } from '@balcao/sdk/server';
import { models } from '@balcao/chatai/contract';
import { ticketChanged } from '@balcao/tickets/contract';
import { proposeAnswer } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { forgetDrafts, gapsOf, proposeForGap, proposeFromTicket } from './propose.ts';

/** Drafts what a resolved conversation gives: the answers to its gaps, else an entry of its own. */
export const proposeFromResolved = async (
  scope: Scope,
  { ticketId, at }: { ticketId: number; at: string },
): Promise<void> => {
  // It was switched off, or the budget is spent, since the conversation was resolved.
  if (!scope.settings.get<boolean>('assistantProposes')) return;
  if (!(await scope.use(models).available('suggest')).isReady) return;
  try {
    const gaps = await gapsOf(scope, ticketId);
    for (const gapId of gaps) await proposeForGap(scope, gapId);
    if (gaps.length === 0) await proposeFromTicket(scope, ticketId, at);
  } catch (error) {
    // A draft less harms nobody; what was asked is not asked again.
    if (!(error instanceof AppError)) throw error;
    scope.log.info({ ticket: ticketId, code: error.code }, 'no answer was drafted from a resolved conversation');
  }
};

/** Drafts answers from resolved conversations, where the company switched that on. Nothing uses a draft by itself. */
export const proposalJobs = (host: Host<typeof manifest>): void => {
  host.on(ticketChanged, 'proposals', async ({ ticketId, action, at }, scope) => {
    if (action === 'delete') return forgetDrafts(scope, ticketId);
    if (action !== 'resolve' || !scope.settings.get<boolean>('assistantProposes')) return;
    await scope.jobs.schedule(proposeAnswer, { ticketId, at }, { key: `propose:${ticketId}:${at}` });
  });
  host.job(proposeAnswer, {
    data: z.object({ ticketId: z.number(), at: z.string() }),
    handle: (resolved, scope) => proposeFromResolved(scope, resolved),
  });
};
