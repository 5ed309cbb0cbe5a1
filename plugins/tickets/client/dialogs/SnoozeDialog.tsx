import { Input } from '@fluentui/react-components';
import { useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import { fieldTime, snoozedUntil } from '../model/snooze.ts';

export interface SnoozeDialogProps {
  ticket: TicketView;
  onSnooze(until: Date): Promise<void>;
  onClose(): void;
}

/** A dialog for the end of a snooze, to the minute. */
export function SnoozeDialog({ ticket, onSnooze, onClose }: SnoozeDialogProps) {
  const t = useT();
  // The server decides about a time that passed while the dialog was open.
  const [opened] = useState(() => new Date());
  const [value, setValue] = useState(() => fieldTime(snoozedUntil('tomorrow', opened)));
  const until = new Date(value);
  const isPast = Number.isNaN(until.getTime()) || until <= opened;
  return (
    <FormDialog
      open
      title={t('snooze.title')}
      subtitle={t('snooze.text', { name: ticket.contact.name })}
      submitLabel={t('action.snooze')}
      width={420}
      disabled={isPast}
      onSubmit={async () => {
        await onSnooze(until);
        onClose();
      }}
      onClose={onClose}
    >
      <FormRow label={t('snooze.until')} name="until" required {...(isPast ? { error: t('snooze.past') } : {})}>
        <Input
          type="datetime-local"
          autoFocus
          min={fieldTime(opened)}
          value={value}
          onChange={(_, data) => setValue(data.value)}
        />
      </FormRow>
    </FormDialog>
  );
}
