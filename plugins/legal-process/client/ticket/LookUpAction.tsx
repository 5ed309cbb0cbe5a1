import { useState } from 'react';
import { Gavel20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import LookUpDialog from '../look-up/LookUpDialog.tsx';

/** Opens the look-up of a case from a conversation. */
export default function LookUpAction({ ticket }: { ticket: TicketView }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (ticket.isGroup) return null;
  return (
    <>
      <IconButton icon={<Gavel20Regular />} label={t('lookUp.title')} onClick={() => setOpen(true)} />
      {isOpen && (
        <LookUpDialog contact={ticket.contact} whatsappId={ticket.whatsappId || null} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
