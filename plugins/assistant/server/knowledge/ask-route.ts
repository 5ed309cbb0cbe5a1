import { z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { sourcesOf } from '../conversation/deliver.ts';
import { answerOnTrial, noCounts, onlyQuestion } from '../evaluation/answer.ts';
import { present } from '../evaluation/trial.ts';
import { recordGap } from './gaps.ts';
import { search } from './search.ts';
import { required } from './source-row.ts';

export const passageOutput = z.object({
  id: z.number(),
  sourceId: z.number(),
  source: z.string(),
  kind: z.enum(['faq', 'quick', 'text', 'file', 'site']),
  heading: z.string(),
  text: z.string(),
  url: z.string().nullable(),
  strength: z.number(),
});

/** Lets people try what the sources answer; nothing is sent. */
export const askRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/assistant/ask', {
    access: 'assistant:view',
    summary: 'The passages that fit a question, best first; `isFound` is false when none is about it.',
    input: { body: z.object({ question: required(1_000) }) },
    output: z.object({ isFound: z.boolean(), passages: z.array(passageOutput) }),
    rate: 60,
    audit: false,
    handle: ({ body: { question } }, scope) => search(scope, question, 5),
  });
  host.route('POST', '/assistant/ask/answer', {
    access: 'assistant:view',
    summary: 'What the assistant would answer to a question now. Nothing is sent, and no tool does anything.',
    input: { body: z.object({ question: required(1_000) }) },
    output: z.object({
      kind: z.enum(['answer', 'handover', 'end']),
      text: z.string(),
      doubts: z.array(z.string()).describe('Figures of `text` that none of the sources states.'),
      reason: z.string().nullable().describe('Why it would hand over to a person.'),
      sources: z.array(z.object({ sourceId: z.number(), source: z.string(), heading: z.string() })),
      ms: z.number().describe('Milliseconds it took.'),
    }),
    rate: 20,
    audit: false,
    handle: async ({ body: { question } }, scope) => {
      const began = performance.now();
      const asked = { ticketId: null, history: onlyQuestion(question), words: question, before: noCounts };
      const outcome = await answerOnTrial(scope, asked, await present(scope), scope.signal);
      return {
        kind: outcome.kind,
        text: outcome.kind === 'answer' ? outcome.text : '',
        doubts: outcome.kind === 'answer' ? outcome.doubts : [],
        reason: outcome.kind === 'handover' ? outcome.reason : null,
        sources: sourcesOf(outcome.passages),
        ms: Math.round(performance.now() - began),
      };
    },
  });
  host.route('POST', '/assistant/gaps', {
    access: 'assistant:view',
    summary: 'Adds a question that was not answered well.',
    input: { body: z.object({ question: required(300) }) },
    handle: async ({ body: { question } }, scope) => {
      await recordGap(scope, question, null);
    },
  });
};
