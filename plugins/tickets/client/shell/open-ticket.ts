import type { TicketView } from '../../contract.ts';

/** What can be done with the conversation on the screen, for commands that stand outside it. */
export interface OpenTicket {
  ticket: TicketView;
  accept(): void;
  resolve(): void;
  resolveNext(): void;
  reopen(): void;
  transfer(): void;
  giveBack(): void;
  search(): void;
  showContact(): void;
}

let open: OpenTicket | undefined;

export const openTicket = (): OpenTicket | undefined => open;

/** Answers how to take it back. */
export function setOpenTicket(ticket: OpenTicket): () => void {
  open = ticket;
  return () => {
    if (open === ticket) open = undefined;
  };
}
