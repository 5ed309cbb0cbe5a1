import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { Input, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, Dismiss12Regular } from '@fluentui/react-icons';
import { isSameEntry, listText, readList, defaultEntryLength } from '../../shared/list-text.ts';
import { useT } from '../index.ts';
import { useRowFault } from './form-errors.ts';
import { IconButton } from './IconButton.tsx';

export interface ListFieldProps {
  /** The entries, separated by commas. */
  value: string;
  /** Called with the whole list, in the same form, after each added or removed entry. */
  onChange(value: string): void;
  /** Maximum number of characters of one entry; 50 if absent. */
  entryLength?: number;
  disabled?: boolean;
  id?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

const useStyles = makeStyles({
  field: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  entries: { display: 'flex', flexWrap: 'wrap', gap: '6px', margin: 0, padding: 0, listStyleType: 'none' },
  entry: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2px',
    maxWidth: '100%',
    minHeight: '28px',
    padding: '0 2px 0 10px',
    boxSizing: 'border-box',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  text: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  add: { maxWidth: '320px' },
});

/**
 * A list of short texts, each with a button that removes it, and a field that adds one by Enter, a comma or the button.
 */
export function ListField(props: ListFieldProps) {
  const { value, onChange, entryLength = defaultEntryLength, disabled = false, ...row } = props;
  const t = useT('shell');
  const reportFault = useRowFault();
  const styles = useStyles();
  const [typed, setTyped] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const entries = readList(value);

  const add = (text: string): void => {
    const [first, ...others] = readList(text);
    const twice = first !== undefined && others.length === 0 && entries.find((entry) => isSameEntry(entry, first));
    reportFault?.(twice ? t('ui.entryTwice', { entry: twice }) : undefined);
    if (twice) return;
    setTyped('');
    if (first !== undefined) onChange(listText(readList(listText([...entries, first, ...others]))));
  };
  const type = (text: string): void => {
    reportFault?.(undefined);
    if (/[,\n]/.test(text)) add(text);
    else setTyped(text);
  };
  const remove = (at: number): void => {
    onChange(listText(entries.filter((_, index) => index !== at)));
    // The button is removed with its entry: the focus moves to the next entry's button, or to the field.
    requestAnimationFrame(() => {
      const buttons = place.current?.querySelectorAll<HTMLElement>('li button');
      (buttons?.[Math.min(at, buttons.length - 1)] ?? place.current?.querySelector('input'))?.focus();
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || typed === '') return;
    // Enter adds an entry and must not submit the surrounding form.
    event.preventDefault();
    add(typed);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text');
    if (!/[,\n]/.test(text)) return;
    event.preventDefault();
    add(`${typed}${text}`);
  };

  return (
    <div ref={place} className={styles.field}>
      {entries.length > 0 && (
        <ul className={styles.entries} aria-labelledby={row['aria-labelledby']}>
          {entries.map((entry, at) => (
            <li key={entry} className={styles.entry}>
              <span className={styles.text} title={entry}>
                {entry}
              </span>
              <IconButton
                size="small"
                icon={<Dismiss12Regular />}
                label={t('ui.removeEntry', { entry })}
                disabled={disabled}
                onClick={() => remove(at)}
              />
            </li>
          ))}
        </ul>
      )}
      <Input
        {...row}
        className={styles.add}
        value={typed}
        disabled={disabled}
        placeholder={t('ui.entry')}
        maxLength={entryLength}
        onChange={(_, data) => type(data.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => typed !== '' && add(typed)}
        contentAfter={
          <IconButton
            size="small"
            icon={<Add20Regular />}
            label={t('ui.add')}
            disabled={disabled || typed.trim() === ''}
            onClick={() => add(typed)}
          />
        }
      />
    </div>
  );
}
