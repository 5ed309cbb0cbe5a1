import type { Migration } from '@balcao/sdk/server';

const former = `p.gap_id is not null and p.made_from = '{}' and p.state in ('open', 'rejected')`;
const asked = `from assistant.gap_ask a where a.company_id = p.company_id and a.gap_id = p.gap_id and a.ticket_id is not null`;

export const formerDrafts: Migration = {
  name: '0013-former-drafts',
  sql: [
    // The sources of drafts of former versions are not known. Made from more conversations than still asked the
    // gap, they contain one that was erased. Attempts that gave nothing have no text, and stay.
    `delete from assistant.proposal p where ${former} and p.conversations > (select count(distinct a.ticket_id) ${asked})`,
    // The others count as made from all conversations of their gap, so that they are erased with any of them.
    `update assistant.proposal p set made_from = array(select distinct a.ticket_id ${asked}) where ${former}`,
  ],
};
