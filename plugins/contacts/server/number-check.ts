import { AppError, type Scope } from '@balcao/sdk/server';
import { numberCheck } from '../contract.ts';

/** The number as a channel knows it. ERR_CHECK_NUMBER when a channel says that nobody has it. */
export const checkedNumber = async (scope: Scope, number: string): Promise<string> => {
  for (const { item, scope: own } of scope.contributions(numberCheck)) {
    let answer: Awaited<ReturnType<typeof item.check>>;
    try {
      answer = await item.check(number, own);
    } catch (err) {
      scope.log.warn({ err, check: item.id }, 'a number could not be checked');
    }
    if (answer?.exists === false)
      throw new AppError(400, 'ERR_CHECK_NUMBER', { fields: { number: 'ERR_CHECK_NUMBER' } });
    if (answer?.exists) return answer.value.replace(/\D/g, '') || number;
  }
  return number;
};
