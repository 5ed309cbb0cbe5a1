import { listText, readList, z } from '@balcao/sdk/server';
import type { CompanyRecord } from '@balcao/companies/contract';
import manifest from '../manifest.ts';

const { default: usual, maxLength, entryLength } = manifest.settings.originContact;

/** The list of origins in the super users’ company form. It is the company’s own setting, not a second list. */
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
    // An empty field leaves the default.
    const wanted = (typeof list === 'string' && listText(readList(list))) || usual;
    if (wanted !== scope.settings.get('originContact')) await scope.settings.set('originContact', wanted);
  },
};
