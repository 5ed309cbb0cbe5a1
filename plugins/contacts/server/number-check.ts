import { AppError, type Scope } from '@balcao/sdk/server';
import { numberCheck } from '../contract.ts';

/**
 * Returns the number as a channel writes it. Throws ERR_CHECK_NUMBER when it does not exist there,
 * ERR_WAPP_INVALID_CONTACT when it cannot exist.
 */
export const checkedNumber = async (scope: Scope, number: string): Promise<string> => {
  for (const { item, scope: own } of scope.contributions(numberCheck)) {
    let answer: Awaited<ReturnType<typeof item.check>>;
    try {
      answer = await item.check(number, own);
    } catch (err) {
      // The channel’s failure code: `channelError('invalid-contact', …)`.
      if ((err as { channelFailure?: unknown } | null)?.channelFailure === 'invalid-contact')
        throw new AppError(400, 'ERR_WAPP_INVALID_CONTACT', { fields: { number: 'ERR_WAPP_INVALID_CONTACT' } });
      scope.log.warn({ err, check: item.id }, 'number check failed');
    }
    if (answer?.exists === false)
      throw new AppError(400, 'ERR_CHECK_NUMBER', { fields: { number: 'ERR_CHECK_NUMBER' } });
    if (answer?.exists) return answer.value.replace(/\D/g, '') || number;
  }
  return number;
};
