import type { CurrentUser, LoginChallenge, LoginStep, LoginStepOutcome, Scope } from '@balcao/sdk/server';
import { AppError } from '@balcao/sdk/server';
import { keyToScan } from './key-picture.ts';
import { createSetupKey, confirmSetup, isRequired, consumeCode, stateOf } from './two-step.ts';

const askCode = (scope: Scope): LoginChallenge => ({
  title: scope.t('login.code.title'),
  text: scope.t('login.code.text'),
  input: { label: scope.t('login.code.label'), kind: 'digits', hint: scope.t('login.code.hint') },
  submit: scope.t('login.code.submit'),
  state: 'code',
});

const askSetup = async (user: CurrentUser, scope: Scope): Promise<LoginChallenge> => {
  const { key, picture } = await keyToScan(await createSetupKey(scope, user.id), user.email);
  return {
    title: scope.t('login.setup.title'),
    text: scope.t('login.setup.text'),
    picture: { src: picture, alt: scope.t('twoStep.pictureAlt') },
    lines: { label: scope.t('twoStep.key'), values: [key] },
    input: { label: scope.t('login.code.label'), kind: 'digits' },
    submit: scope.t('login.setup.submit'),
    state: 'setup',
  };
};

const showCodes = (codes: readonly string[], scope: Scope): LoginChallenge => ({
  title: scope.t('login.codes.title'),
  text: scope.t('login.codes.text'),
  lines: { label: scope.t('twoStep.codes'), values: codes },
  submit: scope.t('login.codes.submit'),
  state: 'codes',
});

const wrongCode = (scope: Scope): LoginStepOutcome => ({ refused: scope.t('errors.ERR_TWO_STEP_CODE') });

const answerSetup = async (user: CurrentUser, value: string, scope: Scope): Promise<LoginStepOutcome> => {
  try {
    return { challenge: showCodes(await confirmSetup(scope, user.id, value), scope) };
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return wrongCode(scope);
    throw error;
  }
};

/** A code of the person's app after the password or, where the company requires it, the set-up of one. */
export const twoStepLogin: LoginStep = {
  id: 'code',
  async ask(user, scope) {
    const { isOn } = await stateOf(scope, user.id);
    if (isOn) return askCode(scope);
    return isRequired(scope) ? askSetup(user, scope) : undefined;
  },
  async answer(user, { state, value }, scope) {
    if (state === 'codes') return { ok: true };
    if (state === 'setup') return answerSetup(user, value, scope);
    return (await consumeCode(scope, user.id, value)) ? { ok: true } : wrongCode(scope);
  },
};
