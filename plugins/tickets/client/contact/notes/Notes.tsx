import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useErrorText, useFormat, useSession, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog, IconButton } from '@balcao/sdk/ui';
import type { TicketView } from '../../../contract.ts';
import { useSectionOpen } from '../useSectionOpen.ts';
import { PanelSection, oneLine } from '../PanelSection.tsx';
import { NoteForm } from './NoteForm.tsx';
import { NoteRow } from './NoteRow.tsx';
import { useNotes } from './useNotes.ts';
import type { Note } from './useNotes.ts';

/** Number of notes shown at first. */
const shortList = 5;

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  total: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '12px',
    marginTop: '4px',
    paddingTop: '6px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontVariantNumeric: 'tabular-nums',
  },
  word: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  sum: { fontWeight: tokens.fontWeightSemibold },
  more: { marginLeft: '-8px' },
  text: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** The notes of this conversation, with the sum of their values. */
export function Notes({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const textOf = useErrorText();
  const toasts = useToasts();
  const format = useFormat();
  const { user } = useSession();
  const { notes, total, error, again, add, remove } = useNotes(ticket);
  const [, setOpen] = useSectionOpen('notes', true);
  const [isWriting, setWriting] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const [leaving, setLeaving] = useState<Note>();
  const mayRemove = (note: Note): boolean => user.profile !== 'user' || note.user?.id === user.id;
  const shown = isWhole ? notes : notes?.slice(0, shortList);
  const rest = (notes?.length ?? 0) - shortList;
  return (
    <PanelSection
      name="notes"
      label="notes.title"
      height={oneLine}
      count={notes?.length}
      aside={
        <IconButton
          size="small"
          icon={<Add20Regular />}
          label={t('notes.add')}
          onClick={() => {
            setOpen(true);
            setWriting(true);
          }}
        />
      }
    >
      {isWriting && <NoteForm onSave={add} onClose={() => setWriting(false)} />}
      {error && !notes && (
        <p className={styles.text}>
          {textOf(error)}{' '}
          <Button size="small" appearance="transparent" onClick={() => void again()}>
            {t('log.retry')}
          </Button>
        </p>
      )}
      {notes?.length === 0 && !isWriting && <p className={styles.text}>{t('notes.empty')}</p>}
      {shown && shown.length > 0 && (
        <>
          <ul className={styles.list}>
            {shown.map((note) => (
              <NoteRow key={note.id} note={note} onRemove={mayRemove(note) ? () => setLeaving(note) : undefined} />
            ))}
          </ul>
          {rest > 0 && (
            <Button size="small" appearance="transparent" className={styles.more} onClick={() => setWhole(!isWhole)}>
              {isWhole ? t('log.less') : t('notes.more', { count: rest })}
            </Button>
          )}
          <div className={styles.total}>
            <span className={styles.word}>{t('notes.total')}</span>
            <span className={styles.sum}>{format.money(total)}</span>
          </div>
        </>
      )}
      {leaving && (
        <ConfirmDialog
          open
          title={t('notes.removeTitle')}
          text={t('notes.removeText', {
            note: leaving.note,
            value: format.money(Math.round(leaving.processValue * 100)),
          })}
          confirmLabel={t('action.delete')}
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await remove(leaving.id);
            setLeaving(undefined);
            toasts.success(t('notes.removed'));
          }}
        />
      )}
    </PanelSection>
  );
}
