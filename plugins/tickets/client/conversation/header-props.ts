import type { TicketView } from '../../contract.ts';
import type { TicketActions } from '../data/useTicketActions.ts';
import type { useTicketDialogs } from '../dialogs/ticket-dialogs.ts';
import type { Viewer } from './useTicketRoom.ts';

/** Props of the head of a conversation. */
export interface HeaderProps {
  ticket: TicketView;
  viewers: readonly Viewer[];
  actions: TicketActions;
  dialogs: ReturnType<typeof useTicketDialogs>;
  isPanelOpen: boolean;
  onTogglePanel(): void;
  onBack?: () => void;
  onClose?: () => void;
  isSearching: boolean;
  onSearch(): void;
}
