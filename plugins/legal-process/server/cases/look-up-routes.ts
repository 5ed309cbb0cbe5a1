import { notFound, Reply, z, type Host, type Scope } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';
import type manifest from '../../manifest.ts';
import { id } from '../input.ts';
import { monitoringOf, monitoringOutput } from '../monitoring/monitoring-view.ts';
import { lookUpOutput, lookUpView } from './case-view.ts';
import { companyWords } from './company-words.ts';
import { faultReply } from './faults.ts';
import { awaitAnswer, stopAwaiting } from './late-answer.ts';
import { askSources, isOwed, notAsked, withoutWait, type Found, type Said } from './look-up.ts';
import { requireCnj } from './number.ts';

/** People wait for it: whoever does not answer in this time has its stored answer shown with its age. */
export const liveMs = 8000;
/** Two looks at the same case within this time are one request. */
const freshMs = 60_000;

const cnj = z.string().max(80);

const query = z.object({
  stored: z
    .stringbool()
    .default(false)
    .describe('Shows what a paid source said before, and has it begin nothing: 404 ERR_LEGAL_NOT_ASKED without that.'),
});

const askLive = async (scope: Scope, number: string, isStored: boolean): Promise<Said> => {
  const wanted = { maxAgeMs: freshMs, limitMs: liveMs, beginsNothing: isStored };
  const said = await askSources(scope, number, wanted);
  const isSettled = said.failure ? said.failure.status !== 502 : said.isComplete && !said.isPending;
  if (isSettled) await stopAwaiting(scope, number);
  else if (!(await awaitAnswer(scope, number, said.sources)) && isOwed(said)) {
    // Somebody else read the answer in the meantime, or there will be none.
    const again = await askSources(scope, number, { ...wanted, beginsNothing: true });
    return withoutWait(again.failure?.code === notAsked ? said : again);
  }
  return said;
};

/** Looks a case up for somebody who waits; the answer that a source still owes reaches them later. */
const lookUpLive = async (scope: Scope, number: string, isStored: boolean): Promise<Found | Reply> => {
  const said = await askLive(scope, number, isStored);
  return said.failure ? faultReply(said.failure) : said;
};

export const lookUpRoutes = (host: Pick<Host<typeof manifest>, 'route'>): void => {
  host.route('GET', '/legalProcess/:cnj/search', {
    access: 'signed-in',
    summary:
      'Looks a court case up by its number, in any form. Sources that do not answer show what they said before, with its age.',
    rate: 30,
    input: { params: z.object({ cnj }), query },
    output: lookUpOutput,
    handle: async ({ params, query: { stored } }, scope) => {
      const number = requireCnj(params.cnj);
      const found = await lookUpLive(scope, number, stored);
      if (found instanceof Reply) return found;
      return lookUpView(number, found, await companyWords(scope));
    },
  });
  host.route('GET', '/legalProcess/:cnj/:contactId/show', {
    access: 'signed-in',
    summary: 'Looks a court case up for a contact: `monitoring` is null while it is not linked to the contact.',
    rate: 30,
    input: { params: z.object({ cnj, contactId: id }), query },
    output: lookUpOutput.extend({ monitoring: monitoringOutput.nullable() }),
    handle: async ({ params, query: { stored } }, scope) => {
      const number = requireCnj(params.cnj);
      if (!(await scope.use(contacts).find(params.contactId))) throw notFound('ERR_NO_CONTACT_FOUND');
      const found = await lookUpLive(scope, number, stored);
      if (found instanceof Reply) return found;
      const monitoring = (await monitoringOf(scope, number, params.contactId)) ?? null;
      return { ...lookUpView(number, found, await companyWords(scope)), monitoring };
    },
  });
};
