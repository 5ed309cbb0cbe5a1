import { invalid, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { concealed, models } from '@balcao/chatai/contract';
import { knowledgeRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { faqForm } from '../knowledge/faq-routes.ts';
import { addFaq, testLater } from '../knowledge/faq.ts';
import { params, type SignedIn } from '../knowledge/source-row.ts';
import { proposalOutput, proposalsOf, publishProposals, type Proposal } from './proposal-rows.ts';
import { proposeForGap } from './propose.ts';

const authorOf = ({ user }: SignedIn): number | null => (user.impersonating ? null : user.id);

const required = async (scope: Scope, id: number): Promise<Proposal> => {
  const [row] = await proposalsOf(scope, { id });
  if (!row) throw notFound('ERR_NO_PROPOSAL_FOUND');
  return row;
};

/** Removed data have to be replaced or left out before customers get the text. */
export const refuseConcealed = (fields: Readonly<Record<string, string>>): void => {
  const field = Object.keys(fields).find((name) => fields[name]?.includes(concealed));
  if (field !== undefined) throw invalid({ [field]: 'ERR_CONCEALED' });
};

/** Drafts of answers that a person accepts, edits or rejects. Until then the assistant does not know them. */
export const proposalRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/assistant/proposals', {
    access: 'assistant:view',
    summary: 'Answers drafted from resolved conversations, the most frequent first, and whether new ones are written.',
    input: { query: z.object({ settled: z.stringbool().default(false) }) },
    output: z.object({
      isOn: z.boolean(),
      reason: z.string().nullable().describe('Why none can be written now.'),
      records: z.array(proposalOutput),
    }),
    handle: async ({ query }, scope) => ({
      isOn: scope.settings.get<boolean>('assistantProposes'),
      reason: (await scope.use(models).available('suggest')).reason,
      records: await proposalsOf(scope, query),
    }),
  });
  host.route('PUT', '/assistant/proposals/switch', {
    access: 'assistant:view',
    summary: 'Switches the drafting of answers from resolved conversations on or off.',
    input: { body: z.object({ isOn: z.boolean() }) },
    audit: 'assistant.proposals-switched',
    handle: async ({ body: { isOn } }, scope) => {
      await scope.settings.set('assistantProposes', isOn);
      publishProposals(scope);
    },
  });
  host.route('POST', '/assistant/proposals/:id/accept', {
    access: 'assistant:view',
    summary: 'Accepts a draft, as it is or edited: it becomes one of the questions with answers.',
    input: { params, body: faqForm.extend({ isGolden: z.boolean().default(false) }) },
    output: z.object({ faqId: z.number() }),
    handle: async ({ params: { id }, body: { question, answer, isGolden } }, scope) => {
      refuseConcealed({ question, answer });
      const proposal = await required(scope, id);
      const isEdited = proposal.question !== question || proposal.answer !== answer;
      return scope.tx(async (inner) => {
        // Two people accept one draft: the first counts.
        const settled = await inner.sql.run(
          sql`update assistant.proposal set state = 'accepted', is_edited = ${isEdited}, settled_by = ${authorOf(scope)}, settled_at = now()
               where id = ${id} and gap_id is null and state in ('open', 'rejected')`,
        );
        if (settled === 0) throw notFound('ERR_NO_PROPOSAL_FOUND');
        const faqId = await addFaq(inner, { question, answer }, authorOf(scope));
        if (isGolden) await testLater(inner, question, answer, authorOf(scope));
        publishProposals(inner);
        inner.rooms.emit(knowledgeRoom, {}, 'gaps', {});
        return { faqId };
      });
    },
  });
  host.route('POST', '/assistant/proposals/:id/reject', {
    access: 'assistant:view',
    summary: 'Rejects a draft, or takes that back. The same is not proposed again.',
    input: { params, body: z.object({ isRejected: z.boolean().default(true) }) },
    output: proposalOutput,
    handle: async ({ params: { id }, body: { isRejected } }, scope) => {
      const changed = await scope.sql.run(
        sql`update assistant.proposal set state = ${isRejected ? 'rejected' : 'open'}, settled_by = ${authorOf(scope)}, settled_at = now()
             where id = ${id} and state = ${isRejected ? 'open' : 'rejected'}`,
      );
      if (changed === 0) throw notFound('ERR_NO_PROPOSAL_FOUND');
      publishProposals(scope);
      return required(scope, id);
    },
  });
  host.route('POST', '/assistant/gaps/:id/propose', {
    access: 'assistant:view',
    summary: 'Drafts the answer to a question without one, from what people wrote to the customers who asked it.',
    input: { params },
    output: proposalOutput,
    rate: 20,
    handle: async ({ params: { id } }, scope) => {
      await proposeForGap(scope, id);
      const [row] = await proposalsOf(scope, { gapId: id });
      if (!row) throw notFound('ERR_NO_PROPOSAL_FOUND');
      return row;
    },
  });
};
