import { useId, useState, type KeyboardEvent, type RefObject } from 'react';
import { foldText, useSession, useT } from '@balcao/sdk/client';
import type { ChatView } from '../../contract.ts';
import { mentionAt, type Mentionable, type TypedMention } from './mention-text.ts';
import { typeIn } from './type-in.ts';

const shownPeople = 6;

/** The list of people that opens on an @, with its keys. */
export const useMentions = (chat: ChatView, field: RefObject<HTMLTextAreaElement | null>) => {
  const t = useT();
  const { user } = useSession();
  const listId = useId();
  const [typed, setTyped] = useState<TypedMention>();
  const [selected, setSelected] = useState(0);
  const everybody = { id: 0, name: t('mention.everybody'), profilePicUrl: null };
  const all = [
    ...chat.users.filter(({ userId }) => userId !== user.id).map((member) => member.user),
    ...(chat.ownerId === user.id && !chat.isDirect ? [everybody] : []),
  ];
  const wanted = foldText(typed?.query ?? '');
  const people = typed
    ? all
        .filter(({ name }) => foldText(name).startsWith(wanted) || foldText(name).includes(` ${wanted}`))
        .slice(0, shownPeople)
    : [];
  const isOpen = people.length > 0;
  const pick = ({ name }: Mentionable): void => {
    const element = field.current;
    if (!element || !typed) return;
    typeIn(element, `@${name} `, typed.from, typed.from + 1 + typed.query.length);
    setTyped(undefined);
  };
  /** Returns true if the key belonged to the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = people[selected] ?? people[0];
    if (step !== undefined) setSelected((selected + step + people.length) % people.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) pick(chosen);
    else if (event.key === 'Escape') setTyped(undefined);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const update = (): void => {
    const element = field.current;
    setTyped(element ? mentionAt(element.value, element.selectionEnd) : undefined);
    setSelected(0);
  };
  return {
    listId,
    people,
    selected: Math.min(selected, Math.max(0, people.length - 1)),
    isOpen,
    pick,
    onKeyDown,
    update,
    all,
    close: () => setTyped(undefined),
  };
};
