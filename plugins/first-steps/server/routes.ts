import { forbidden, z, type CurrentUser, type Host } from '@balcao/sdk/server';
import { finish, hideFor, hideForAll, isOver } from './state.ts';
import { shownStep, stepsOf } from './steps.ts';

const output = z.object({ steps: z.array(shownStep) });
const isImpersonating = ({ impersonating }: CurrentUser): boolean => impersonating === true;

export const routes = (host: Host): void => {
  host.route('GET', '/first-steps', {
    access: 'signed-in',
    summary:
      'First steps of the company, with those that are done. Empty when the list is over, and for everybody but admins.',
    output,
    handle: async (_request, scope) => {
      const { user } = scope;
      if (user.profile !== 'admin' || isImpersonating(user) || (await isOver(scope, user))) return { steps: [] };
      const { steps, isComplete } = await stepsOf(scope);
      if (isComplete && steps.length > 0 && steps.every(({ done }) => done)) await finish(scope);
      return { steps };
    },
  });
  host.route('POST', '/first-steps/dismiss', {
    access: 'signed-in',
    summary: 'Dismisses the list, for oneself or for every admin of the company.',
    audit: false,
    input: { body: z.object({ for: z.enum(['me', 'company']) }) },
    output,
    handle: async ({ body }, scope) => {
      const { user } = scope;
      if (!user.super && user.profile !== 'admin') throw forbidden();
      if (body.for === 'company') await hideForAll(scope);
      // A super user who impersonates never sees the list, and is no person of the company.
      else if (!isImpersonating(user)) await hideFor(scope, user);
      return { steps: [] };
    },
  });
};
