import { useRef, useState } from 'react';
import { Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowDown16Regular,
  ArrowUp16Regular,
  Dismiss16Regular,
  ReOrderDotsVertical16Regular,
} from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton, tint } from '@balcao/sdk/ui';
import type { FlowNodeFormProps } from '../../contract.ts';
import { readOptions } from '../../graph/handles.ts';
import { AddButton, nextId, problemOf, withEntry, withoutEntry } from './parts.tsx';

const useStyles = makeStyles({
  rows: { display: 'flex', flexDirection: 'column', gap: '6px', margin: 0, padding: 0, listStyleType: 'none' },
  row: { display: 'flex', alignItems: 'center', gap: '2px', minWidth: 0, borderRadius: tokens.borderRadiusMedium },
  over: { backgroundColor: tint(8) },
  grip: {
    display: 'inline-flex',
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    cursor: 'grab',
    '@media (hover: none)': { display: 'none' },
  },
  field: { flexGrow: 1, minWidth: 0 },
  count: {
    fontSize: tokens.fontSizeBase100,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  error: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorPaletteRedForeground1 },
  foot: { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '8px' },
  hint: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** Longest title that WhatsApp shows in a list, and the most entries of one. */
const longest = 24;
const most = 30;
const whatsappMost = 10;

/** The options of a question: moved by dragging, by buttons, or by Alt and the arrows. */
export function Options({ data, onChange, problems }: FlowNodeFormProps) {
  const t = useT();
  const styles = useStyles();
  const options = readOptions(data['options']);
  const [focused, setFocused] = useState<string>();
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const error = problemOf(problems, 'options');

  const store = (next: readonly { id: string; title: string }[]) => onChange({ options: [...next] });
  const move = (from: number, to: number) => {
    const option = options[from];
    if (!option || to < 0 || to >= options.length || from === to) return;
    store(withoutEntry(options, from).toSpliced(to, 0, option));
  };
  const focus = (index: number) => requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus());
  const add = () => {
    store([...options, { id: nextId(options), title: '' }]);
    focus(options.length);
  };

  return (
    <>
      <ul className={styles.rows} ref={list}>
        {options.map((option, index) => (
          <li
            key={option.id}
            className={mergeClasses(styles.row, over === index && dragged !== undefined && styles.over)}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setOver(index);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) move(dragged, index);
            }}
          >
            <span
              className={styles.grip}
              draggable
              onDragStart={() => setDragged(index)}
              onDragEnd={() => {
                setDragged(undefined);
                setOver(undefined);
              }}
              aria-hidden="true"
            >
              <ReOrderDotsVertical16Regular />
            </span>
            <Input
              className={styles.field}
              aria-label={t('form.option', { number: index + 1 })}
              value={option.title}
              maxLength={200}
              autoComplete="off"
              onChange={(_, { value }) => store(withEntry(options, index, { ...option, title: value }))}
              onFocus={() => setFocused(option.id)}
              onBlur={() => setFocused(undefined)}
              onKeyDown={(event) => {
                if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
                  event.preventDefault();
                  const to = index + (event.key === 'ArrowUp' ? -1 : 1);
                  move(index, to);
                  focus(to);
                } else if (event.key === 'Enter' && options.length < most) {
                  event.preventDefault();
                  add();
                }
              }}
              {...(focused === option.id && {
                contentAfter: <span className={styles.count}>{`${option.title.length}/${longest}`}</span>,
              })}
            />
            {focused === option.id && options.length > 1 && (
              // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keeps the focus in the field
              <span onMouseDown={(event) => event.preventDefault()}>
                <IconButton
                  size="small"
                  tabIndex={-1}
                  icon={index === 0 ? <ArrowDown16Regular /> : <ArrowUp16Regular />}
                  label={t(index === 0 ? 'form.moveDown' : 'form.moveUp')}
                  onClick={() => move(index, index === 0 ? 1 : index - 1)}
                />
              </span>
            )}
            <IconButton
              size="small"
              icon={<Dismiss16Regular />}
              label={t('form.removeOption', { number: index + 1 })}
              onClick={() => store(withoutEntry(options, index))}
            />
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.foot}>
        <AddButton label={t('form.addOption')} disabled={options.length >= most} onClick={add} />
        <span className={styles.hint}>{t('form.whatsappMost', { count: whatsappMost })}</span>
      </div>
    </>
  );
}
