import type { CompanyRow } from '../contract.ts';

export const modules = [
  'campaignsEnabled',
  'kanbanEnabled',
  'chatgptEnabled',
  'legalProcess',
  'flow',
  'internalChat',
  'googleCalendarEnabled',
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
