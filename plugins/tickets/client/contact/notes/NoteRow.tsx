import { makeStyles, tokens } from '@fluentui/react-components';
import { Delete16Regular } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import { centsOf } from './useNotes.ts';
import type { Note } from './useNotes.ts';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '12px',
    padding: '4px 0',
    '& [data-remove]': { opacity: 0 },
    ':hover [data-remove], :focus-within [data-remove]': { opacity: 1 },
    '@media (hover: none)': { '& [data-remove]': { opacity: 1 } },
  },
  note: { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  value: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  about: {
    alignSelf: 'center',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  remove: { justifySelf: 'end', margin: '-2px -4px -2px 0' },
});

/** One note: its text, value and author. */
export function NoteRow({ note, onRemove }: { note: Note; onRemove: (() => void) | undefined }) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const author = note.user?.name ?? t('notes.gone');
  return (
    <li className={styles.row}>
      <p className={styles.note}>{note.note}</p>
      <span className={styles.value}>{format.money(centsOf(note.processValue))}</span>
      <span className={styles.about}>
        {author} · <time dateTime={note.createdAt}>{format.dateTime(note.createdAt)}</time>
      </span>
      {onRemove && (
        <IconButton
          data-remove=""
          className={styles.remove}
          size="small"
          icon={<Delete16Regular />}
          label={t('notes.remove', { note: note.note.slice(0, 40) })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
