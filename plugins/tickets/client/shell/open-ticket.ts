import type { TicketView } from '../../contract.ts';

/** Actions on the conversation on the screen, for commands outside it. */
export interface OpenTicket {
  ticket: TicketView;
  accept(): void;
  resolve(): void;
  resolveNext(): void;
  reopen(): void;
  transfer(): void;
  returnTicket(): void;
  search(): void;
  showContact(): void;
}

let open: OpenTicket | undefined;

export const openTicket = (): OpenTicket | undefined => open;

/** Returns a function that undoes it. */
export function setOpenTicket(ticket: OpenTicket): () => void {
  open = ticket;
  return () => {
    if (open === ticket) open = undefined;
  };
}
