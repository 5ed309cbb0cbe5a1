import type { Routine } from '@balcao/sdk/server';

/**
 * Redacts a person in the audit entries of a company. It runs in the transaction that removes the person, so a
 * rollback restores both. The application's login can only write the redaction mark, no other text.
 */
export const redactHere: Routine = {
  name: 'redact-here',
  sql: [
    `create or replace function kernel.redact_here(words text[], likes text[], pattern text) returns int language sql volatile security definer set search_path = '' as $$
       with redacted as (
         update kernel.audit a
            set subject = n.subject, detail = n.detail, changes = n.changes,
                search = kernel.normalise(concat_ws(' ', a.user_name, a.ip, a.action, n.subject, left(n.changes::text, 2000)))
           from (select id, kernel.redacted(subject, words, pattern) as subject, kernel.redacted(detail, words, pattern) as detail,
                        kernel.redacted(changes, words, pattern) as changes
                   from kernel.audit
                  where company_id = kernel.current_company()
                    and (concat_ws(' ', subject, detail, changes) ilike any (likes)
                         or (pattern <> '' and concat_ws(' ', subject, detail, changes) ~* pattern))) n
          where a.id = n.id
          returning 1)
       select count(*)::int from redacted $$`,
    `revoke all on function kernel.redact_here(text[], text[], text) from public`,
    `grant execute on function kernel.redact_here(text[], text[], text) to balcao_app`,
  ],
};
