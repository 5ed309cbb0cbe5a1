import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Input, Radio, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useMemo, useState } from 'react';
import { api, foldText, mediaUrl, useSession, useT } from '@balcao/sdk/client';
import { Avatar, FormDialog, FormRow, SearchBox, Segment, useFormErrors } from '@balcao/sdk/ui';
import type { ChatView } from '../../contract.ts';
import { chatKey, listKey, useColleagues } from '../data/chats.ts';

const useStyles = makeStyles({
  people: {
    maxHeight: '260px',
    minHeight: '120px',
    overflowY: 'auto',
    margin: '8px 0 0',
    padding: '4px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  person: { display: 'flex', minHeight: '40px', padding: '0 4px' },
  check: { alignItems: 'center' },
  name: { display: 'inline-flex', alignItems: 'center', gap: '10px' },
  none: { padding: '16px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
  bad: { margin: '6px 0 0', color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200 },
});

interface PeopleProps {
  chosen: ReadonlySet<number>;
  onToggle(id: number): void;
  isSingle: boolean;
}

function People({ chosen, onToggle, isSingle }: PeopleProps) {
  const styles = useStyles();
  const t = useT();
  const { data: people = [], isSuccess } = useColleagues();
  const { of } = useFormErrors();
  const group = useId();
  const [term, setTerm] = useState('');
  const shown = useMemo(() => people.filter(({ name }) => foldText(name).includes(foldText(term))), [people, term]);
  const fault = of('users');
  return (
    <div>
      <SearchBox value={term} onChange={setTerm} placeholder={t('dialog.searchPeople')} wait={0} />
      <div className={styles.people} role={isSingle ? 'radiogroup' : 'group'} aria-label={t('dialog.people')}>
        {shown.map((person) => {
          const label = (
            <span className={styles.name}>
              <Avatar
                name={person.name}
                picture={person.profilePicUrl && mediaUrl(person.profilePicUrl)}
                size={28}
                presence={person.online ? 'online' : 'offline'}
                decorative
              />
              {person.name}
            </span>
          );
          const choice = {
            className: styles.check,
            checked: chosen.has(person.id),
            onChange: () => onToggle(person.id),
            label,
          };
          return (
            <div key={person.id} className={styles.person}>
              {isSingle ? <Radio {...choice} name={group} value={String(person.id)} /> : <Checkbox {...choice} />}
            </div>
          );
        })}
        {isSuccess && shown.length === 0 && (
          <div className={styles.none}>{t(people.length === 0 ? 'dialog.noColleagues' : 'dialog.nobody')}</div>
        )}
      </div>
      {fault && (
        <p className={styles.bad} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

export interface ChatDialogProps {
  /** The chat to change; absent: a new one. */
  chat?: ChatView;
  isChannel: boolean;
  onClose(): void;
  onSaved(chat: ChatView): void;
}

/** Makes a chat or channel, opens a direct chat, or changes title and people of one's own. */
export default function ChatDialog({ chat, isChannel, onClose, onSaved }: ChatDialogProps) {
  const t = useT();
  const { user } = useSession();
  const queries = useQueryClient();
  const [title, setTitle] = useState(chat?.title ?? '');
  const [isDirect, setDirect] = useState(!chat && !isChannel);
  const [sharesPast, setSharesPast] = useState(false);
  const [initial] = useState<ReadonlySet<number>>(
    () => new Set(chat?.users.map(({ userId }) => userId).filter((id) => id !== user.id)),
  );
  const [chosen, setChosen] = useState(initial);
  const toggle = (id: number): void => {
    const next = new Set(isDirect ? [] : chosen);
    if (!chosen.has(id)) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const save = async (): Promise<void> => {
    const people = [...chosen];
    // People who joined or left while the dialog was open stay as they are.
    const change = {
      add: people.filter((id) => !initial.has(id)),
      remove: [...initial].filter((id) => !chosen.has(id)),
    };
    const saved = chat
      ? await api.put<ChatView>(`/chats/${chat.id}`, { ...change, title, sharesPast })
      : await api.post<ChatView>('/chats', { users: people, ...(!isDirect && { title }), isChannel, isDirect });
    queries.setQueryData(chatKey(saved.id), saved);
    queries.setQueryData(chatKey(saved.uuid), saved);
    void queries.invalidateQueries({ queryKey: listKey });
    onSaved(saved);
  };
  const what = chat ? 'edit' : isChannel ? 'channel' : 'chat';
  return (
    <FormDialog
      open
      title={t(`dialog.${what}`)}
      submitLabel={t(chat ? 'dialog.save' : isDirect ? 'dialog.open' : 'dialog.create')}
      onSubmit={save}
      onClose={onClose}
    >
      {!chat && !isChannel && (
        <Segment
          label={t('dialog.kind')}
          value={isDirect ? 'direct' : 'group'}
          onChange={(kind) => {
            setDirect(kind === 'direct');
            if (kind === 'direct') setChosen(new Set([...chosen].slice(0, 1)));
          }}
          options={[
            { value: 'direct', label: t('dialog.direct') },
            { value: 'group', label: t('dialog.group') },
          ]}
        />
      )}
      {!isDirect && (
        <FormRow name="title" label={t('dialog.title')} required>
          <Input value={title} maxLength={120} onChange={(_event, data) => setTitle(data.value)} />
        </FormRow>
      )}
      <People chosen={chosen} onToggle={toggle} isSingle={isDirect} />
      {chat && (
        <Checkbox
          checked={sharesPast}
          onChange={(_event, data) => setSharesPast(data.checked === true)}
          label={t('dialog.sharesPast')}
        />
      )}
    </FormDialog>
  );
}
