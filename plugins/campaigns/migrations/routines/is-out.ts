/**
 * SQL that is true for a row with the `number_key` of a person who opted out, for statements about many: numbers are
 * compared, and hashed only where the data of a person was erased. `v_company` and `p_key` are variables of the caller.
 */
export const isOut = (row: string): string =>
  `(exists (select 1 from campaigns.opt_out x where x.company_id = v_company and x.returned_at is null and x.number <> ''
              and campaigns.number_key(x.number) = ${row}.number_key)
    or exists (select 1 from campaigns.opt_out x where x.company_id = v_company and x.returned_at is null and x.number = ''
                 and x.key_hash = campaigns.key_hash_in(v_company, p_key, ${row}.number_key)))`;
