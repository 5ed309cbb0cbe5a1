import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add16Regular, ArrowSwap16Regular, Checkmark16Regular, Note16Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { api, useErrorText, useSession, useT, useToasts } from '@balcao/sdk/client';
import { Dot } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import type { Suggested } from './suggested.ts';

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', fontSize: tokens.fontSizeBase200 },
  label: { color: tokens.colorNeutralForeground2 },
  step: { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
  chip: { maxWidth: '100%', minWidth: 0 },
  dot: { marginRight: '6px' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
});

/** Queue, tags and next step that fit a conversation. Each is applied by its own button only. */
export function SuggestedParts({ ticket, suggested }: { ticket: TicketView; suggested: Suggested }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const session = useSession();
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const { id, queue, choices, nextStep } = suggested;
  const act = async (name: string, done: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      setTaken((before) => [...before, name]);
      toasts.success(done);
    } catch (error) {
      toasts.error(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  const used = (part: 'queue' | 'step'): void =>
    void api.post(`/assistant/suggestions/${id}/used`, { part }).catch(() => undefined);
  const isTaken = (name: string): boolean => taken.includes(name);
  return (
    <>
      {choices.length > 0 && (
        <div className={styles.row} role="group" aria-label={t('copilot.tags')}>
          <span className={styles.label}>{t('copilot.tags')}</span>
          {choices.map((choice) => (
            <Button
              key={`${choice.choice} ${choice.id}`}
              size="small"
              className={styles.chip}
              // Taken, it keeps the focus.
              disabledFocusable={isBusy || isTaken(`${choice.choice} ${choice.id}`)}
              icon={isTaken(`${choice.choice} ${choice.id}`) ? <Checkmark16Regular /> : <Add16Regular />}
              aria-label={t(isTaken(`${choice.choice} ${choice.id}`) ? 'copilot.tagAdded' : 'copilot.addTag', {
                name: choice.name,
              })}
              onClick={() =>
                void act(`${choice.choice} ${choice.id}`, t('copilot.tagAdded', { name: choice.name }), () =>
                  api.post(`/assistant/suggestions/${id}/choices`, { choice: choice.choice, optionId: choice.id }),
                )
              }
            >
              {choice.color !== undefined && <Dot color={choice.color} className={styles.dot} />}
              <span className={styles.name}>{choice.name}</span>
            </Button>
          ))}
        </div>
      )}
      {queue && queue.id !== ticket.queueId && (
        <div className={styles.row}>
          <span className={styles.step}>{t('copilot.queue', { name: queue.name })}</span>
          <Button
            size="small"
            icon={isTaken('queue') ? <Checkmark16Regular /> : <ArrowSwap16Regular />}
            disabledFocusable={isBusy || isTaken('queue')}
            onClick={() =>
              void act('queue', t('copilot.transferred', { name: queue.name }), async () => {
                const { id: ticketId, status: from } = ticket;
                await api.put(`/tickets/${ticketId}`, { queueId: queue.id, userId: null, status: 'pending', from });
                used('queue');
              })
            }
          >
            {t('copilot.transfer')}
          </Button>
        </div>
      )}
      {nextStep !== null && (
        <div className={styles.row}>
          <span className={styles.step}>{t('copilot.next', { step: nextStep })}</span>
          {session.can('tickets-manager:sendinternalchats') && (
            <Button
              size="small"
              icon={isTaken('step') ? <Checkmark16Regular /> : <Note16Regular />}
              disabledFocusable={isBusy || isTaken('step')}
              onClick={() =>
                void act('step', t('copilot.noted'), async () => {
                  await api.post(`/messages/${ticket.id}/internal`, { body: t('copilot.next', { step: nextStep }) });
                  used('step');
                })
              }
            >
              {t('copilot.note')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
