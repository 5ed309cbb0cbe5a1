import { notFound, Reply, z, type Host, type Scope } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';
import type manifest from '../../manifest.ts';
import { id } from '../input.ts';
import { monitoringOf, monitoringOutput } from '../monitoring/monitoring-view.ts';
import { lookUpOutput, lookUpView } from './case-view.ts';
import { companyWords } from './company-words.ts';
import { orFault } from './faults.ts';
import { awaitAnswer } from './late-answer.ts';
import { lookUp, type Found } from './look-up.ts';
import { requireCnj } from './number.ts';

/** People wait for it: whoever does not answer in this time has its stored answer shown with its age. */
export const liveMs = 8000;
/** Two looks at the same case within this time are one request. */
const freshMs = 60_000;

const cnj = z.string().max(80);

/** Looks a case up for somebody who waits; the answer that a source still owes reaches them later. */
const lookUpLive = async (scope: Scope, number: string): Promise<Found | Reply> => {
  const found = await orFault(lookUp(scope, number, { maxAgeMs: freshMs, limitMs: liveMs }));
  if (found instanceof Reply || found.isPending || !found.isComplete) await awaitAnswer(scope, number);
  return found;
};

export const lookUpRoutes = (host: Pick<Host<typeof manifest>, 'route'>): void => {
  host.route('GET', '/legalProcess/:cnj/search', {
    access: 'signed-in',
    summary:
      'Looks a court case up by its number, in any form. Sources that do not answer show what they said before, with its age.',
    rate: 30,
    input: { params: z.object({ cnj }) },
    output: lookUpOutput,
    handle: async ({ params }, scope) => {
      const number = requireCnj(params.cnj);
      const found = await lookUpLive(scope, number);
      if (found instanceof Reply) return found;
      return lookUpView(number, found, await companyWords(scope));
    },
  });
  host.route('GET', '/legalProcess/:cnj/:contactId/show', {
    access: 'signed-in',
    summary: 'Looks a court case up for a contact: `monitoring` is null while it is not linked to the contact.',
    rate: 30,
    input: { params: z.object({ cnj, contactId: id }) },
    output: lookUpOutput.extend({ monitoring: monitoringOutput.nullable() }),
    handle: async ({ params }, scope) => {
      const number = requireCnj(params.cnj);
      if (!(await scope.use(contacts).find(params.contactId))) throw notFound('ERR_NO_CONTACT_FOUND');
      const found = await lookUpLive(scope, number);
      if (found instanceof Reply) return found;
      const monitoring = (await monitoringOf(scope, number, params.contactId)) ?? null;
      return { ...lookUpView(number, found, await companyWords(scope)), monitoring };
    },
  });
};
