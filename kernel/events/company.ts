import type pg from 'pg';

/** Makes the events that waited while the company was switched off due at once; those that failed keep their order. */
export const retryCompanyNow = async (client: pg.ClientBase, companyId: number): Promise<void> => {
  await client.query(
    `update kernel.event_retry set next_at = clock_timestamp()
      where company_id = $1 and not dead and next_at between clock_timestamp() and clock_timestamp() + interval '1 day'`,
    [companyId],
  );
};

/** Removes the waiting and failed events of a company that is removed in the same transaction. */
export const removeCompanyRetries = async (client: pg.ClientBase, companyId: number): Promise<void> => {
  await client.query(`delete from kernel.event_retry where company_id = $1`, [companyId]);
};
