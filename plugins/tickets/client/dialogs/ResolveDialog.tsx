import { Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { FormDialog } from '@balcao/sdk/ui';
import type { ResolveAnswers } from '../data/useTicketActions.ts';
import { useResolveQuestions } from './ticket-dialogs.ts';

export interface ResolveDialogProps {
  /** Whose ticket it is, or how many. */
  text: string;
  onResolve(answers: ResolveAnswers): Promise<void>;
  onClose(): void;
}

/** What the company wants decided each time tickets are closed, once for all of them. */
export function ResolveDialog({ text, onResolve, onClose }: ResolveDialogProps) {
  const t = useT();
  const questions = useResolveQuestions();
  const [removes, setRemoves] = useState(false);
  const [sends, setSends] = useState(true);
  return (
    <FormDialog
      open
      title={t('resolve.title')}
      subtitle={text}
      submitLabel={t('action.resolve')}
      width={440}
      onClose={onClose}
      onSubmit={async () => {
        await onResolve({
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
