import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { mediaUrl, useSession, useT } from '@balcao/sdk/client';
import { Avatar, ext, VisuallyHidden } from '@balcao/sdk/ui';
import type { TriggerPartProps } from '../../../contract.ts';
import { useUsers } from '../../data/useDirectory.ts';
import { peopleCalled } from './mention-at.ts';

const useStyles = makeStyles({
  list: { padding: '4px', outline: 'none' },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    width: '100%',
    height: '36px',
    paddingInline: '8px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    '@media (max-width: 599px)': { height: '44px' },
  },
  selected: { backgroundColor: ext.selected },
  name: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

export interface MentionListProps {
  /** What was typed after the @. */
  query: string;
  pick(name: string): void;
  close(): void;
  highlight: TriggerPartProps['highlight'];
}

/** Colleagues to be named in a note, who are told of it. The keys are typed in the field and heard here first. */
export default function MentionList({ query, pick, close, highlight }: MentionListProps) {
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  const listId = useId();
  const everybody = useUsers(true);
  const people = useMemo(
    () =>
      peopleCalled(
        everybody.filter(({ id }) => id !== user.id),
        query,
      ),
    [everybody, query, user.id],
  );
  const [selectedId, setSelectedId] = useState<number>();
  const at = Math.max(
    0,
    people.findIndex(({ id }) => id === selectedId),
  );
  const selected = people[at];
  const optionId = (id: number): string => `${listId}-${id}`;
  const selectedOption = selected && optionId(selected.id);
  useEffect(() => {
    highlight(selectedOption === undefined ? undefined : { listId, optionId: selectedOption });
    return () => highlight(undefined);
  }, [highlight, listId, selectedOption]);

  const latest = useRef({ people, at, pick, close });
  // Before it is painted: a key that comes as soon as the choice is seen is meant for it, and sends nothing.
  useLayoutEffect(() => {
    latest.current = { people, at, pick, close };
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const now = latest.current;
      const isOurs = event.target instanceof HTMLTextAreaElement;
      if (!isOurs || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const chosen = now.people[now.at];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === 'Escape') now.close();
      else if (!chosen) return;
      else if (step !== undefined)
        setSelectedId(now.people[(now.at + step + now.people.length) % now.people.length]?.id);
      else if (event.key === 'Enter' || event.key === 'Tab') now.pick(chosen.name);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);

  if (people.length === 0) return null;
  return (
    <>
      <VisuallyHidden live="polite">
        {selected && t('mention.heard', { name: selected.name, at: at + 1, total: people.length })}
      </VisuallyHidden>
      <div id={listId} role="listbox" aria-label={t('mention.label')} className={styles.list}>
        {people.map((person) => (
          <button
            key={person.id}
            type="button"
            tabIndex={-1}
            id={optionId(person.id)}
            role="option"
            aria-selected={person.id === selected?.id}
            className={mergeClasses(styles.option, person.id === selected?.id && styles.selected)}
            // What is typed keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => person.id !== selected?.id && setSelectedId(person.id)}
            onClick={() => pick(person.name)}
          >
            <Avatar
              name={person.name}
              picture={person.profilePicUrl && mediaUrl(person.profilePicUrl)}
              size={24}
              decorative
            />
            <span className={styles.name}>{person.name}</span>
          </button>
        ))}
      </div>
    </>
  );
}
