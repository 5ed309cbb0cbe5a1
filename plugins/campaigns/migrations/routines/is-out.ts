const outs = `from campaigns.opt_out x where x.company_id = v_company and x.returned_at is null and x.number`;

/**
 * SQL that is true for a row with the `number_key` of a person who opted out, for statements about many: numbers are
 * compared, and hashed only where the data of a person was erased. `v_company` and `p_key` are variables of the caller.
 * With `in`, not `exists`: PostgreSQL reads the opt-outs once then, instead of once for each row.
 */
export const isOut = (row: string): string =>
  `(${row}.number_key in (select campaigns.number_key(x.number) ${outs} <> '')
    or case when exists (select 1 ${outs} = '')
            then campaigns.key_hash_in(v_company, p_key, ${row}.number_key) in (select x.key_hash ${outs} = '') else false end)`;
