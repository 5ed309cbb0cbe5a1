import { listText, readList, z } from '@balcao/sdk/server';
import type { CompanyRecord } from '@balcao/companies/contract';
import manifest from '../manifest.ts';

const { default: usual, maxLength, entryLength } = manifest.settings.originContact;

/** The list of origins in the form of the platform's super users: the company's own option, not a second list. */
export const companyOrigins: CompanyRecord = {
  id: 'contacts',
  fields: {
    originContact: z
      .string()
      .trim()
      .max(maxLength, 'Too Long!')
      .refine((value) => !value.includes('\0'), 'ERR_INVALID_VALUE')
      .refine((value) => readList(value).every((origin) => origin.length <= entryLength), 'Too Long!')
      .nullish(),
  },
  load: async (scope) => ({ originContact: scope.settings.get('originContact') }),
  save: async ({ originContact: list }, scope) => {
    if (list === undefined) return;
    // A form that leaves it empty asks for nothing of its own.
    const wanted = (typeof list === 'string' && listText(readList(list))) || usual;
    if (wanted !== scope.settings.get('originContact')) await scope.settings.set('originContact', wanted);
  },
};
