import { Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

/** More than these are found by typing. */
const maxShown = 100;

const useStyles = makeStyles({
  field: { width: '100%' },
  list: {
    height: 'min(320px, 40dvh)',
    overflowY: 'auto',
    marginTop: '8px',
    padding: '4px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minHeight: '44px',
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  chosen: { backgroundColor: ext.selected, ':hover': { backgroundColor: ext.selectedHover } },
  note: { padding: '8px', color: tokens.colorNeutralForeground3 },
});

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

interface ChoiceListProps<T extends { id: number }> {
  label: string;
  placeholder: string;
  /** Text when nothing is there to choose from. */
  none: string;
  items: readonly T[];
  textOf(item: T): string;
  render(item: T): ReactNode;
  chosenId: number | undefined;
  onChoose(id: number | undefined): void;
}

/** A field that narrows the list below it; arrows choose, so Enter of the form does the rest. */
export function ChoiceList<T extends { id: number }>(props: ChoiceListProps<T>) {
  const { items, chosenId, onChoose, textOf } = props;
  const styles = useStyles();
  const t = useT();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const term = plain(typed);
  const found = term ? items.filter((item) => plain(textOf(item)).includes(term)) : items;
  const shown = found.slice(0, maxShown);
  const index = shown.findIndex(({ id }) => id === chosenId);
  const isLost = index < 0 && shown.length > 0;
  const firstId = shown[0]?.id;
  useEffect(() => {
    if (isLost) onChoose(firstId);
  }, [firstId, isLost, onChoose]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, PageDown: index + 6, PageUp: index - 6 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onChoose(shown[Math.max(0, Math.min(shown.length - 1, to))]?.id);
  };
  const optionId = (id: number) => `${listId}-${id}`;
  return (
    <div>
      <Input
        autoFocus
        className={styles.field}
        role="combobox"
        aria-label={props.label}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        {...(index >= 0 && chosenId !== undefined ? { 'aria-activedescendant': optionId(chosenId) } : {})}
        contentBefore={<Search20Regular aria-hidden="true" />}
        placeholder={props.placeholder}
        value={typed}
        onChange={(_, { value }) => setTyped(value)}
        onKeyDown={onKeyDown}
      />
      {/* The field has the focus and handles the keys. */}
      <div ref={list} id={listId} role="listbox" aria-label={props.label} className={styles.list}>
        {shown.map((item) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={item.id}
            id={optionId(item.id)}
            role="option"
            aria-selected={item.id === chosenId}
            className={mergeClasses(styles.option, item.id === chosenId && styles.chosen)}
            onClick={() => onChoose(item.id)}
          >
            {props.render(item)}
          </div>
        ))}
        {shown.length === 0 && (
          <div role="option" aria-selected={false} aria-disabled className={styles.note}>
            {items.length === 0 ? props.none : t('choose.notFound', { term: typed.trim() })}
          </div>
        )}
      </div>
      {found.length > maxShown && (
        <div className={styles.note}>{t('choose.more', { count: found.length - maxShown })}</div>
      )}
    </div>
  );
}
