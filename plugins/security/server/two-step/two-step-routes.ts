import { conflict, invalid, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { keyToScan } from './key-picture.ts';
import { createSetupKey, confirmSetup, isRequired, renewCodes, consumeCode, stateOf, switchOff } from './two-step.ts';

const body = z.object({ code: z.string('Required').trim().min(1, 'Required').max(20, 'ERR_TWO_STEP_CODE') });
const codes = z.object({ codes: z.array(z.string()) });

const codesADay = { max: 15, seconds: 86_400 };
const requireCode = async (scope: Scope, userId: number, code: string): Promise<void> => {
  // The limit per minute and node is not enough: a person using somebody else's session has days to guess.
  await scope.attempts.count('own-code', userId, codesADay);
  if (!(await consumeCode(scope, userId, code))) throw invalid({ code: 'ERR_TWO_STEP_CODE' });
  await scope.attempts.forgive('own-code', userId);
};
const mustBeOn = async (scope: Scope, userId: number): Promise<void> => {
  if (!(await stateOf(scope, userId)).isOn) throw conflict('ERR_TWO_STEP_OFF');
};

/**
 * Registers the routes of the person's own two-step login. Switching it off requires a code, so an unattended screen is
 * not enough.
 */
export const twoStepRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/security/two-step', {
    access: 'signed-in',
    summary: 'The state of the caller’s own two-step login.',
    output: z.object({
      isOn: z.boolean(),
      since: z.date().nullable(),
      codesLeft: z.number(),
      isRequired: z.boolean(),
    }),
    handle: (_request, scope) => stateOf(scope, scope.user.id),
  });
  host.route('POST', '/security/two-step', {
    access: 'signed-in',
    summary: 'Creates a key for an app, which is activated by its first code.',
    rate: 10,
    output: z.object({ key: z.string(), address: z.string(), picture: z.string() }),
    handle: async (_request, scope) => {
      // It is stored with the person's own company.
      if (scope.user.impersonating) throw conflict('ERR_VISITING');
      return keyToScan(await createSetupKey(scope, scope.user.id), scope.user.email);
    },
  });
  host.route('POST', '/security/two-step/confirm', {
    access: 'signed-in',
    summary: 'Switches two-step login on. The recovery codes are returned only this once.',
    rate: 10,
    audit: 'two-step.on',
    input: { body },
    output: codes,
    handle: async (request, scope) => ({ codes: await confirmSetup(scope, scope.user.id, request.body.code) }),
  });
  host.route('POST', '/security/two-step/codes', {
    access: 'signed-in',
    summary: 'Replaces the recovery codes by new ones.',
    rate: 10,
    audit: 'two-step.codes',
    input: { body },
    output: codes,
    handle: async (request, scope) => {
      const { id } = scope.user;
      await mustBeOn(scope, id);
      await requireCode(scope, id, request.body.code);
      return { codes: await scope.tx((inner) => renewCodes(inner, id)) };
    },
  });
  host.route('POST', '/security/two-step/off', {
    access: 'signed-in',
    summary: 'Switches two-step login off, where the company allows it.',
    rate: 10,
    audit: 'two-step.off',
    input: { body },
    handle: async (request, scope) => {
      const { id } = scope.user;
      if (isRequired(scope)) throw conflict('ERR_TWO_STEP_REQUIRED');
      await mustBeOn(scope, id);
      await requireCode(scope, id, request.body.code);
      await switchOff(scope, id);
    },
  });
};
