import {
  ArrowClockwise20Regular,
  ArrowSwap20Regular,
  ArrowUndo20Regular,
  Checkmark20Regular,
  PersonCircle20Regular,
  Search20Regular,
} from '@fluentui/react-icons';
import type { AppCommand } from '@balcao/sdk/client';
import type { TicketStatus } from '../../contract.ts';
import { openTicket, type OpenTicket } from './open-ticket.ts';

type Command = AppCommand & { id: string; order: number };

const here = (
  id: string,
  run: (open: OpenTicket) => void,
  fits: readonly TicketStatus[],
  more: Pick<AppCommand, 'label' | 'icon' | 'keys'>,
): Omit<Command, 'order'> => ({
  id,
  heading: 'command.here',
  keywords: 'command.hereKeywords',
  fits: () => {
    const status = openTicket()?.ticket.status;
    return status !== undefined && fits.includes(status);
  },
  run: () => {
    const open = openTicket();
    if (open) run(open);
  },
  ...more,
});

const any: readonly TicketStatus[] = ['pending', 'open', 'closed'];

/** Commands of the palette for the conversation on the screen, and for the next one. */
export const ticketCommands: readonly Command[] = [
  here('accept', (open) => open.accept(), ['pending'], {
    label: 'action.accept',
    icon: Checkmark20Regular,
    keys: 'a',
  }),
  here('resolve', (open) => open.resolve(), ['open'], {
    label: 'action.resolve',
    icon: Checkmark20Regular,
    keys: 'e',
  }),
  here('resolve-next', (open) => open.resolveNext(), ['open'], {
    label: 'action.resolveNext',
    icon: Checkmark20Regular,
    keys: 'shift+e',
  }),
  here('reopen', (open) => open.reopen(), ['closed'], { label: 'action.reopen', icon: ArrowClockwise20Regular }),
  here('transfer', (open) => open.transfer(), ['open', 'pending'], {
    label: 'action.transfer',
    icon: ArrowSwap20Regular,
    keys: 't',
  }),
  here('return', (open) => open.returnTicket(), ['open'], { label: 'action.return', icon: ArrowUndo20Regular }),
  here('search', (open) => open.search(), any, {
    label: 'search.open',
    icon: Search20Regular,
    keys: 'mod+shift+f',
  }),
  here('contact', (open) => open.showContact(), any, { label: 'contact.show', icon: PersonCircle20Regular }),
].map((command, order) => ({ ...command, order }));
