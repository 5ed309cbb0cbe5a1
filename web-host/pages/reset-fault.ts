import { ApiError, errorText, useT } from '@balcao/sdk/client';

/**
 * Returns the message for a refused step of the password reset: specific advice for a known code, else one general
 * sentence.
 */
export function useResetFault(): (error: unknown) => string {
  const t = useT('shell');
  return (error) => {
    if (!(error instanceof ApiError)) return t('forgot.failure');
    if (error.code === 'ERR_EMAIL_NOT_FOUND') return t('forgot.unknownEmail');
    const knownCodes = ['ERR_RESET_CODE_INVALID', 'ERR_TOO_MANY_REQUESTS', 'ERR_OFFLINE', 'ERR_WEAK_PASSWORD'];
    return knownCodes.includes(error.code) ? errorText(error, t) : t('forgot.failure');
  };
}
