import { ApiError, errorText, useT } from '@balcao/sdk/client';

/**
 * Returns the text to show when a step of the password reset fails: advice for an error that the person can mend, else
 * one general sentence, because the texts of other errors speak to somebody who is signed in.
 */
export function useResetErrorText(): (error: unknown) => string {
  const t = useT('shell');
  return (error) => {
    if (!(error instanceof ApiError)) return t('forgot.failure');
    if (error.code === 'ERR_EMAIL_NOT_FOUND') return t('forgot.unknownEmail');
    const knownCodes = ['ERR_RESET_CODE_INVALID', 'ERR_TOO_MANY_REQUESTS', 'ERR_OFFLINE'];
    return knownCodes.includes(error.code) ? errorText(error, t) : t('forgot.failure');
  };
}
