import { forbidden, z, type CurrentUser, type Host } from '@balcao/sdk/server';
import { finish, hideFor, hideForAll, isOver } from './over.ts';
import { shownStep, stepsOf } from './steps.ts';

const output = z.object({ steps: z.array(shownStep) });
const isVisiting = ({ visiting }: CurrentUser): boolean => visiting === true;

export const routes = (host: Host): void => {
  host.route('GET', '/first-steps', {
    access: 'signed-in',
    summary:
      'What the company should do first, and what of it is done. Empty when that is over, and for all but admins.',
    output,
    handle: async (_request, scope) => {
      const { user } = scope;
      if (user.profile !== 'admin' || isVisiting(user) || (await isOver(scope, user))) return { steps: [] };
      const steps = await stepsOf(scope);
      if (steps.length > 0 && steps.every(({ done }) => done)) await finish(scope);
      return { steps };
    },
  });
  host.route('POST', '/first-steps/dismiss', {
    access: 'signed-in',
    summary: 'Puts the list away, for oneself or for every admin of the company.',
    audit: false,
    input: { body: z.object({ for: z.enum(['me', 'company']) }) },
    output,
    handle: async ({ body }, scope) => {
      const { user } = scope;
      if (!user.super && user.profile !== 'admin') throw forbidden();
      if (body.for === 'company') await hideForAll(scope);
      // A visiting super user never sees the list, and is no person of the company.
      else if (!isVisiting(user)) await hideFor(scope, user);
      return { steps: [] };
    },
  });
};
