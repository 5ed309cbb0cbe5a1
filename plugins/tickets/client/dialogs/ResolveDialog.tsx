import { Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { FormDialog } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import { useTicketActions } from '../data/useTicketActions.ts';
import { useResolveQuestions } from './ticket-dialogs.ts';

/** What the company wants decided each time a ticket is closed. */
export function ResolveDialog({ ticket, onClose }: { ticket: TicketView; onClose(): void }) {
  const t = useT();
  const actions = useTicketActions();
  const questions = useResolveQuestions();
  const [removes, setRemoves] = useState(false);
  const [sends, setSends] = useState(true);
  return (
    <FormDialog
      open
      title={t('resolve.title')}
      subtitle={t('resolve.text', { name: ticket.contact.name })}
      submitLabel={t('action.resolve')}
      width={440}
      onClose={onClose}
      onSubmit={async () => {
        await actions.resolve(ticket, {
          ...(questions.removeFromQueue ? { defaultRemoveUserQueue: removes } : {}),
          ...(questions.closeMessage ? { sendCloseMessage: sends } : {}),
        });
        onClose();
      }}
    >
      {questions.removeFromQueue && (
        <Checkbox
          label={t('resolve.removeFromQueue')}
          checked={removes}
          onChange={(_, data) => setRemoves(data.checked === true)}
        />
      )}
      {questions.closeMessage && (
        <Checkbox
          label={t('resolve.closeMessage')}
          checked={sends}
          onChange={(_, data) => setSends(data.checked === true)}
        />
      )}
    </FormDialog>
  );
}
