import type { NewTicketProps } from '../../contract.ts';
import { NewTicketDialog } from '../dialogs/NewTicketDialog.tsx';

export { ready } from '../dialogs/NewTicketDialog.tsx';

/** The dialog to begin a conversation, over the page of another plugin. */
export default function New({ contactId, ...props }: NewTicketProps) {
  return <NewTicketDialog {...props} contactId={contactId} />;
}
