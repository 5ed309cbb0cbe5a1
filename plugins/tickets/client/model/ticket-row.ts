import type { TicketRowView, TicketView } from '../../contract.ts';

/** True when an update contains the whole row, and not only what a message changes. */
export const isWhole = (row: TicketRowView): row is TicketView => row.tags !== undefined && row.extra !== undefined;

/** Returns the row with the values of other plugins: those of the update, else the known ones. */
export const completed = (row: TicketRowView, known: Pick<TicketView, 'tags' | 'extra'> | undefined): TicketView => {
  const { tags = known?.tags ?? [], extra = known?.extra ?? {} } = row;
  const { flow, summary } = extra as Partial<Pick<TicketView, 'flow' | 'summary'>>;
  return { ...row, tags, extra, ...(flow !== undefined && { flow }), ...(summary !== undefined && { summary }) };
};
