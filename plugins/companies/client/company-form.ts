import { textLength } from '@balcao/sdk/client';
import type { CompanyRow } from '../contract.ts';

export const modules = [
  'campaignsEnabled',
  'kanbanEnabled',
  'chatgptEnabled',
  'legalProcess',
  'flow',
  'internalChat',
  'manager',
] as const;

export interface CompanyValues {
  name: string;
  email: string;
  password: string;
  phone: string;
  status: boolean;
  cpfCnpj: string;
  origin: string;
  originContact: string;
  obs: string;
}

const text = (company: CompanyRow | undefined, key: string): string => {
  const value = company?.[key];
  return typeof value === 'string' ? value : '';
};

export const valuesOf = (company: CompanyRow | undefined): CompanyValues => ({
  name: company?.name ?? '',
  email: company?.email ?? '',
  password: '',
  phone: company?.phone ?? '',
  status: company?.status ?? true,
  cpfCnpj: text(company, 'cpfCnpj'),
  origin: text(company, 'origin'),
  originContact: text(company, 'originContact'),
  obs: text(company, 'obs'),
});

/** What is wrong before the server is asked, in the words of the catalogue. */
export const faultsOf = (values: CompanyValues, isNew: boolean): Record<string, string> => {
  const length = (value: string, least: number): string | undefined =>
    value === ''
      ? 'Required'
      : textLength(value) < least
        ? 'Too Short!'
        : textLength(value, 50) > 50
          ? 'Too Long!'
          : undefined;
  const email = values.email.trim();
  const faults: Record<string, string | undefined> = {
    name: length(values.name.trim(), 2),
    email: email === '' ? 'Required' : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : 'Invalid email',
    ...(isNew && { password: length(values.password, 5) }),
  };
  return Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
};
