import { AppError, type Scope } from '@balcao/sdk/server';
import { numberCheck } from '../contract.ts';

/** The number as a channel knows it. ERR_CHECK_NUMBER when nobody has it there, ERR_WAPP_INVALID_CONTACT when nobody can. */
export const checkedNumber = async (scope: Scope, number: string): Promise<string> => {
  for (const { item, scope: own } of scope.contributions(numberCheck)) {
    let answer: Awaited<ReturnType<typeof item.check>>;
    try {
      answer = await item.check(number, own);
    } catch (err) {
      // The channel's own word for it: `channelError('invalid-contact', …)`.
      if ((err as { channelFailure?: unknown } | null)?.channelFailure === 'invalid-contact')
        throw new AppError(400, 'ERR_WAPP_INVALID_CONTACT', { fields: { number: 'ERR_WAPP_INVALID_CONTACT' } });
      scope.log.warn({ err, check: item.id }, 'a number could not be checked');
    }
    if (answer?.exists === false)
      throw new AppError(400, 'ERR_CHECK_NUMBER', { fields: { number: 'ERR_CHECK_NUMBER' } });
    if (answer?.exists) return answer.value.replace(/\D/g, '') || number;
  }
  return number;
};
