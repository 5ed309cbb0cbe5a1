import type { Routine } from '@balcao/sdk/server';

/**
 * Forgets a person in the entries of a company, in the transaction that forgets the person: words that are gone while
 * the person stays could not come back. The application's login can put the blot there, never another word.
 */
export const blotHere: Routine = {
  name: 'blot-here',
  sql: [
    `create or replace function kernel.blot_here(words text[], likes text[], pattern text) returns int language sql volatile security definer set search_path = '' as $$
       with blotted as (
         update kernel.audit a
            set subject = n.subject, detail = n.detail, changes = n.changes,
                search = kernel.normalise(concat_ws(' ', a.user_name, a.ip, a.action, n.subject, left(n.changes::text, 2000)))
           from (select id, kernel.blotted(subject, words, pattern) as subject, kernel.blotted(detail, words, pattern) as detail,
                        kernel.blotted(changes, words, pattern) as changes
                   from kernel.audit
                  where company_id = kernel.current_company()
                    and (concat_ws(' ', subject, detail, changes) ilike any (likes)
                         or (pattern <> '' and concat_ws(' ', subject, detail, changes) ~* pattern))) n
          where a.id = n.id
          returning 1)
       select count(*)::int from blotted $$`,
    `revoke all on function kernel.blot_here(text[], text[], text) from public`,
    `grant execute on function kernel.blot_here(text[], text[], text) to balcao_app`,
  ],
};
