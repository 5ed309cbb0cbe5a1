import { Button, Checkbox, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import { useT } from '@balcao/sdk/client';
import { ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import { useNotes } from './use-notes.ts';

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: '8px' },
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column' },
  text: { overflowWrap: 'anywhere' },
  done: { color: tokens.colorNeutralForeground3, textDecorationLine: 'line-through' },
  form: { display: 'flex', gap: '8px' },
  field: { flexGrow: 1, minWidth: 0 },
});

/** The notes of the conversation beside it, and a field for a new one. */
export default function TicketNotes({ ticket }: { ticket: TicketView }) {
  const t = useT();
  const styles = useStyles();
  const { notes, error, retry, add, isAdding, mark } = useNotes(ticket.id);
  const [typed, setTyped] = useState('');
  if (error && !notes) return <ErrorState error={error} onRetry={retry} />;
  if (!notes) return <SkeletonRows rows={2} height={32} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = typed.trim();
    // The typed text stays in the field until it is stored.
    if (body !== '' && !isAdding)
      void add(body).then(
        () => setTyped(''),
        () => undefined,
      );
  };
  return (
    <div className={styles.all}>
      {notes.length > 0 && (
        <ul className={styles.list}>
          {notes.map(({ id, body, done }) => (
            <li key={id}>
              <Checkbox
                checked={done}
                onChange={(_, data) => mark(id, data.checked === true)}
                label={{ className: done ? styles.done : styles.text, children: body }}
              />
            </li>
          ))}
        </ul>
      )}
      <form className={styles.form} onSubmit={submit}>
        <Input
          className={styles.field}
          size="small"
          value={typed}
          maxLength={1000}
          aria-label={t('panel.write')}
          placeholder={t('panel.write')}
          onChange={(_, { value }) => setTyped(value)}
        />
        <Button type="submit" size="small" disabled={typed.trim() === ''} disabledFocusable={isAdding}>
          {t('panel.add')}
        </Button>
      </form>
    </div>
  );
}
