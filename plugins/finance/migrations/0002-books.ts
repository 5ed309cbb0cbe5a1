import type { Migration } from '@balcao/sdk/server';

/** One open invoice a company, for the day on which its licence ends, and one code that pays it. */
export const books: Migration = {
  name: '0002-books',
  sql: [
    `alter table finance.invoice drop constraint invoice_status_check,
       add constraint invoice_status_check check (status in ('open', 'paid', 'cancelled'))`,
    `alter table finance.charge drop constraint charge_status_check,
       add constraint charge_status_check check (status in ('making', 'pending', 'paid', 'ended', 'replaced')),
       -- When the provider was told that nobody shall pay a replaced code.
       add column withdrawn_at timestamptz`,
    // Of several open ones that for the account's day stays, else the newest.
    `update finance.invoice i set status = 'cancelled'
      where i.status = 'open' and i.id <> (
        select o.id from finance.invoice o left join finance.account a on a.company_id = o.company_id
         where o.company_id = i.company_id and o.status = 'open'
         order by (o.due_date = a.due_date) desc nulls last, o.id desc limit 1)`,
    `update finance.invoice i set status = 'cancelled' from finance.account a
      where a.company_id = i.company_id and i.status = 'open'
        and (a.due_date > current_date + 10 and a.due_date <> i.due_date)`,
    `update finance.invoice i set due_date = a.due_date, told = '{}' from finance.account a
      where a.company_id = i.company_id and i.status = 'open' and a.due_date <> i.due_date`,
    `update finance.charge c set status = 'replaced' from finance.invoice i
      where i.company_id = c.company_id and i.id = c.invoice_id and c.status in ('making', 'pending')
        and (not c.current or i.status <> 'open')`,
    `drop index finance.invoice_open`,
    `create unique index invoice_open on finance.invoice (company_id) where status = 'open'`,
    `drop index finance.charge_current`,
    `alter table finance.charge drop column current`,
    `create unique index charge_payable on finance.charge (company_id) where status in ('making', 'pending')`,
    `drop index finance.charge_company_id_asked_at_idx`,
    `create index charge_to_watch on finance.charge (company_id, asked_at) where status in ('making', 'pending', 'replaced')`,
    // Who paid is not trying any more.
    `update finance.account a set trial_expiration = null
      where exists (select from finance.invoice i where i.company_id = a.company_id and i.status = 'paid')`,

    // Not offered at sign-up, in the checkout or in the public list: for companies that are given it.
    `alter table finance.plan add column hidden boolean not null default false`,
    `drop function finance.save_plan(int, text, int, int, int, int)`,
    `create function finance.save_plan(wanted int, called text, most_users int, most_connections int, most_queues int,
         cents int, is_hidden boolean)
       returns int language plpgsql volatile security definer set search_path = pg_catalog as $$
     declare saved int;
     begin
       if wanted is null then
         insert into finance.plan (name, users, connections, queues, value_cents, hidden)
           values (called, most_users, most_connections, most_queues, cents, coalesce(is_hidden, false)) returning id into saved;
       else
         update finance.plan set name = called, users = most_users, connections = most_connections,
           queues = most_queues, value_cents = cents, hidden = coalesce(is_hidden, hidden) where id = wanted returning id into saved;
       end if;
       return saved;
     end $$`,
    `revoke all on function finance.save_plan(int, text, int, int, int, int, boolean) from public`,
    `grant execute on function finance.save_plan(int, text, int, int, int, int, boolean) to balcao_app`,
  ],
};
