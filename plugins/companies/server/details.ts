import { sql, z } from '@balcao/sdk/server';
import type { CompanyRecord } from '../contract.ts';
import { isTaxNumber } from './tax-number.ts';

interface Row {
  obs: string;
  origin: string;
  cpfCnpj: string;
  lastLogin: Date | null;
  daysNoLogin: number;
}

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, 'Too Long!')
    .refine((value) => !value.includes('\0'), 'ERR_INVALID_VALUE')
    .nullish()
    .transform((value) => value ?? '');

/** The platform's own data about a company, and when one of its people was last seen. */
export const details: CompanyRecord = {
  id: 'details',
  fields: {
    obs: text(4000),
    origin: text(200),
    cpfCnpj: text(30).refine((value) => value === '' || isTaxNumber(value), 'ERR_INVALID_TAX_NUMBER'),
  },
  load: async (scope) => {
    const row = await scope.sql.one<Row>(
      sql`select coalesce(d.obs, '') as obs, coalesce(d.origin, '') as origin, coalesce(d.cpf_cnpj, '') as "cpfCnpj",
                 seen.at as "lastLogin",
                 floor(greatest(0, coalesce(extract(epoch from now() - seen.at) / 86400, 0)))::int as "daysNoLogin"
            from (select max(last_online) as at from kernel."user") seen
            left join companies.detail d on true`,
    );
    return { ...row };
  },
  save: async (values, scope) => {
    const given = (key: string): string | null => {
      const value = values[key];
      return typeof value === 'string' ? value : null;
    };
    const [obs, origin, number] = ['obs', 'origin', 'cpfCnpj'].map(given);
    if ([obs, origin, number].every((value) => value === null)) return;
    await scope.sql.run(
      sql`insert into companies.detail as d (obs, origin, cpf_cnpj)
          values (coalesce(${obs}, ''), coalesce(${origin}, ''), coalesce(${number}, ''))
          on conflict (company_id) do update set obs = coalesce(${obs}, d.obs), origin = coalesce(${origin}, d.origin),
            cpf_cnpj = coalesce(${number}, d.cpf_cnpj)`,
    );
  },
};
