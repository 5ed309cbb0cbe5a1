import { useQuery } from '@tanstack/react-query';
import { makeStyles, tokens } from '@fluentui/react-components';
import { api, useT } from '@balcao/sdk/client';
import { RelativeTime } from '@balcao/sdk/ui';
import type { ChatMessageView } from '../../contract.ts';
import { spoken } from '../data/words.ts';

const useStyles = makeStyles({
  heading: {
    margin: 0,
    padding: '12px 8px 4px',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  hit: {
    display: 'block',
    width: '100%',
    padding: '8px',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  top: {
    display: 'flex',
    gap: '8px',
    justifyContent: 'space-between',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  words: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

type Found = ChatMessageView & { chatUuid: string; chatTitle: string };

/** Messages of the person's chats with the searched words. */
export function FoundMessages({ term, onOpen }: { term: string; onOpen(uuid: string, seq: number): void }) {
  const styles = useStyles();
  const t = useT();
  const { data } = useQuery({
    queryKey: ['internal-chat', 'search', term],
    queryFn: ({ signal }) => api.get<{ records: Found[] }>('/chats-search', { searchParam: term }, { signal }),
    enabled: term.length >= 2,
  });
  if (!data || data.records.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{t('list.found')}</h3>
      <ul className={styles.list}>
        {data.records.map((message) => (
          <li key={message.id}>
            <button type="button" className={styles.hit} onClick={() => onOpen(message.chatUuid, message.seq)}>
              <span className={styles.top}>
                <span className={styles.words}>{`${message.chatTitle} · ${message.sender.name}`}</span>
                <RelativeTime date={message.createdAt} />
              </span>
              <span className={styles.words}>{spoken(message.message, message.mentions, t) || message.mediaName}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
