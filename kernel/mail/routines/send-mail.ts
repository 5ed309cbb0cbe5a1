import type { Routine } from '@balcao/sdk/server';

/** Stores a mail in the plugin's transaction. Plugins send by this function alone, and only for their own company. */
export const sendMail: Routine = {
  name: 'send-mail',
  sql: [
    `create or replace function kernel.send_mail(recipient text, subject text, body text, html text, status text) returns void
       language sql volatile security definer set search_path = '' as $$
       insert into kernel.mail (company_id, recipient, subject, text, html, status)
       values (kernel.current_company(), $1, $2, $3, $4, $5) $$`,
    `revoke all on function kernel.send_mail(text, text, text, text, text) from public`,
    `grant execute on function kernel.send_mail(text, text, text, text, text) to balcao_app`,
  ],
};
