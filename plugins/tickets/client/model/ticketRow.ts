import type { TicketRowView, TicketView } from '../../contract.ts';

/** Whether the server told the whole row, and not only what a message changes. */
export const isWhole = (row: TicketRowView): row is TicketView => row.tags !== undefined && row.extra !== undefined;

/** The row with what other plugins add to it: as it was told, else as it is known. */
export const completed = (row: TicketRowView, known: Pick<TicketView, 'tags' | 'extra'> | undefined): TicketView => ({
  ...row,
  tags: row.tags ?? known?.tags ?? [],
  extra: row.extra ?? known?.extra ?? {},
});
