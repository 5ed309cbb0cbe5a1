import { sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';

const pairOf = z.object({ suggested: z.number(), used: z.number() });
const none = {
  ...{ unchanged: 0, changed: 0, discarded: 0 },
  ...{ suggested: 0, used: 0, queues: 0, usedQueues: 0, choices: 0, usedChoices: 0, steps: 0, usedSteps: 0 },
  ...{ rewrites: 0, rewritesUnchanged: 0, rewritesChanged: 0, undone: 0 },
  ...{ answers: 0, good: 0, bad: 0, proposed: 0, accepted: 0, edited: 0, rejected: 0 },
};

/** Counts of what people took of what was suggested, and what they thought of automatic answers. */
export const acceptanceRoute = (host: Host<typeof manifest>): void => {
  host.route('GET', '/assistant/acceptance', {
    access: 'assistant:view',
    summary:
      'Of the last 30 days: how often suggested replies, queues, choices and next steps were taken, what became of rewritten drafts and of drafted answers, and how automatic answers were rated.',
    output: z.object({
      ...pairOf.shape,
      unchanged: z.number().describe('Of the used replies: sent as they were.'),
      changed: z.number().describe('Of the used replies: sent after a person edited them.'),
      discarded: z.number().describe('Of the used replies: removed from the field again.'),
      queues: pairOf,
      choices: pairOf,
      steps: pairOf,
      rewrites: z
        .object({ asked: z.number(), unchanged: z.number(), changed: z.number(), undone: z.number() })
        .describe('Drafts that people had rewritten: sent as they came, sent after an edit, or undone.'),
      drafts: z
        .object({ proposed: z.number(), accepted: z.number(), edited: z.number(), rejected: z.number() })
        .describe('Drafted answers; `edited` are those of the accepted that a person changed.'),
      answers: z.number(),
      good: z.number(),
      bad: z.number(),
    }),
    handle: async (_request, scope) => {
      const row = await scope.sql.one<Record<keyof typeof none, number>>(
        sql`select s.*, r.*, a.*, p.* from
              (select count(*)::int as suggested, count(used)::int as used,
                      (count(*) filter (where outcome = 'unchanged'))::int as unchanged,
                      (count(*) filter (where outcome = 'edited'))::int as changed,
                      (count(*) filter (where outcome = 'discarded'))::int as discarded,
                      (count(*) filter (where has_queue))::int as queues, (count(*) filter (where took_queue))::int as "usedQueues",
                      coalesce(sum(choices), 0)::int as choices, coalesce(sum(took_choices), 0)::int as "usedChoices",
                      (count(*) filter (where has_step))::int as steps, (count(*) filter (where took_step))::int as "usedSteps"
                 from assistant.suggestion where created_at > now() - interval '30 days') s,
              (select count(*)::int as rewrites,
                      (count(*) filter (where outcome = 'unchanged'))::int as "rewritesUnchanged",
                      (count(*) filter (where outcome = 'edited'))::int as "rewritesChanged",
                      (count(*) filter (where outcome = 'discarded'))::int as undone
                 from assistant.rewrite where created_at > now() - interval '30 days') r,
              (select count(*)::int as answers, (count(*) filter (where rating = 1))::int as good,
                      (count(*) filter (where rating = -1))::int as bad
                 from assistant.answer where created_at > now() - interval '30 days') a,
              (select count(*)::int as proposed, (count(*) filter (where state = 'accepted'))::int as accepted,
                      (count(*) filter (where state = 'accepted' and is_edited))::int as edited,
                      (count(*) filter (where state = 'rejected'))::int as rejected
                 from assistant.proposal where state <> 'none' and created_at > now() - interval '30 days') p`,
      );
      const { queues, usedQueues, choices, usedChoices, steps, usedSteps, ...rest } = row ?? none;
      const { proposed, accepted, edited, rejected, ...counted } = rest;
      const { rewrites, rewritesUnchanged, rewritesChanged, undone, ...others } = counted;
      return {
        ...others,
        queues: { suggested: queues, used: usedQueues },
        choices: { suggested: choices, used: usedChoices },
        steps: { suggested: steps, used: usedSteps },
        rewrites: { asked: rewrites, unchanged: rewritesUnchanged, changed: rewritesChanged, undone },
        drafts: { proposed, accepted, edited, rejected },
      };
    },
  });
};
