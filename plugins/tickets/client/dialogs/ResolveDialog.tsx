import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useT } from '@balcao/sdk/client';
import { FormDialog } from '@balcao/sdk/ui';
import type { ResolveAnswers } from '../data/useTicketActions.ts';
import { useResolveQuestions } from './ticket-dialogs.ts';

const useStyles = makeStyles({
  words: {
    margin: '-8px 0 0 32px',
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    minHeight: tokens.lineHeightBase300,
    maxHeight: '30vh',
    overflowY: 'auto',
  },
});

export interface ResolveDialogProps {
  /** Name of the ticket's contact, or the number of tickets. */
  text: string;
  /** The ticket to be closed, whose closing text is shown; absent: several, each with its own. */
  ticketId?: number;
  /** The next conversation opens afterwards. */
  opensNext?: boolean;
  onResolve(answers: ResolveAnswers): Promise<void>;
  onClose(): void;
}

/** Asks what the company's settings leave open on closing, once for all tickets. */
export function ResolveDialog({ text, ticketId, opensNext, onResolve, onClose }: ResolveDialogProps) {
  const styles = useStyles();
  const t = useT();
  const questions = useResolveQuestions();
  const words = useQuery({
    queryKey: ['tickets-closing', ticketId],
    queryFn: ({ signal }) => api.get<{ text: string }>(`/tickets/${ticketId}/closing`, {}, { signal }),
    enabled: questions.closeMessage && ticketId !== undefined,
    gcTime: 0,
  }).data?.text;
  const [removes, setRemoves] = useState(false);
  const [sends, setSends] = useState(true);
  return (
    <FormDialog
      open
      title={t('resolve.title')}
      subtitle={text}
      submitLabel={t(opensNext ? 'action.resolveNext' : 'action.resolve')}
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
      {questions.closeMessage && sends && ticketId !== undefined && (
        <div className={styles.words} role="note" aria-label={t('resolve.words')}>
          {words === '' ? t('resolve.noWords') : words}
        </div>
      )}
    </FormDialog>
  );
}
