import { AppError, conflict, invalid, notFound, type Scope } from '@balcao/sdk/server';
import { billingSystem, type SecondCopies, type SecondCopy } from '../contract.ts';

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

export const secondCopiesService = (scope: Scope): SecondCopies => {
  const ready = () => scope.contributions(billingSystem).filter(({ item, scope: own }) => item.isReady(own));
  return {
    isReady: () => ready().length > 0,
    of: async (written) => {
      const taxNumber = digitsOf(written);
      if (taxNumber.length !== 11 && taxNumber.length !== 14) throw invalid({ taxNumber: 'ERR_TAX_NUMBER' });
      const systems = ready();
      if (systems.length === 0) throw conflict('ERR_BILLING_NOT_SET_UP');
      const answers = await Promise.allSettled(
        systems.map(async ({ item, scope: own }): Promise<SecondCopy[] | undefined> => {
          const open = await item.openInvoices(taxNumber, own);
          return open?.map((invoice) => ({ ...invoice, system: item.id, systemName: own.t(item.label) }));
        }),
      );
      const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
      for (const err of failed) scope.log.warn({ err }, 'billing system did not answer');
      const found = answers.flatMap((answer) =>
        answer.status === 'fulfilled' && answer.value !== undefined ? [answer.value] : [],
      );
      if (found.length === 0 && failed.length > 0) throw new AppError(502, 'ERR_BILLING_SYSTEM', { cause: failed[0] });
      if (found.length === 0) throw notFound('ERR_NO_BILLING_CUSTOMER');
      return found.flat().toSorted((one, other) => one.dueDate.localeCompare(other.dueDate));
    },
  };
};
