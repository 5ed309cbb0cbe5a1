import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss20Regular, Document20Regular } from '@fluentui/react-icons';
import { api, mediaUrl, useFormat, useSession, useT } from '@balcao/sdk/client';
import { mediaIcons, sizeText } from '@balcao/sdk/chat';
import { Avatar, Dot, IconButton, ext } from '@balcao/sdk/ui';
import { useNavigate } from 'react-router-dom';
import type { ChatMessageView, ChatView } from '../../contract.ts';
import { sharedKey } from '../data/chats.ts';
import { ChatFace } from '../list/ChatRow.tsx';
import { useStatus } from '../thread/ThreadHeader.tsx';
import { sharedTicketQuery } from '../thread/TicketCard.tsx';

const useStyles = makeStyles({
  panel: { height: '100%', overflowY: 'auto', backgroundColor: tokens.colorNeutralBackground1 },
  head: { display: 'flex', alignItems: 'center', height: '56px', padding: '0 8px 0 16px' },
  title: { flexGrow: 1, margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  face: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 16px 20px',
    textAlign: 'center',
  },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  quiet: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  section: { padding: '12px 16px', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  heading: { margin: '0 0 8px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    width: '100%',
    minHeight: '44px',
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    '& > svg': { flexShrink: 0 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  press: { cursor: 'pointer', ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover } },
  words: { minWidth: 0, flexGrow: 1 },
  cut: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** The shared conversations that this reader may see. */
function SharedTickets({ ids }: { ids: readonly number[] }) {
  const styles = useStyles();
  const t = useT();
  const navigate = useNavigate();
  const results = useQueries({ queries: ids.map(sharedTicketQuery) });
  const tickets = results.flatMap(({ data }) => (data?.isVisible ? [data] : []));
  if (tickets.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('about.tickets')}</h3>
      <ul className={styles.list}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <button
              type="button"
              className={`${styles.line} ${styles.press}`}
              onClick={() => void navigate(`/tickets/${ticket.uuid}`)}
            >
              <Avatar name={ticket.contact.name} size={28} decorative />
              <span className={styles.words}>
                <span className={styles.cut} style={{ display: 'block' }}>
                  {ticket.contact.name}
                </span>
                <span className={styles.quiet}>
                  <Dot color={ticket.status === 'closed' ? ext.bad : ext.ok} size={8} />{' '}
                  {`${t(`ticket.${ticket.status}`)} · ${t('ticket.number', { id: ticket.id })}`}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Shared {
  files: ChatMessageView[];
  hasMore: boolean;
  fileCount: number;
  ticketIds: number[];
}

/** The people of a chat, and what was shared in it. */
export default function About({ chat, onClose }: { chat: ChatView; onClose(): void }) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const { user } = useSession();
  const { number } = format;
  const status = useStatus(chat, '');
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: sharedKey(chat.id),
    queryFn: ({ pageParam, signal }) =>
      api.get<Shared>(`/chats/${chat.id}/shared`, pageParam ? { beforeSeq: pageParam } : {}, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.hasMore ? last.files.at(-1)?.seq : undefined),
  });
  const files = data?.pages.flatMap((page) => page.files) ?? [];
  const { fileCount = 0, ticketIds: tickets = [] } = data?.pages[0] ?? {};
  return (
    <aside className={styles.panel} aria-label={t('about.title')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('about.title')}</h2>
        <IconButton icon={<Dismiss20Regular />} label={t('dialog.close')} onClick={onClose} />
      </div>
      <div className={styles.face}>
        <ChatFace chat={chat} size={56} />
        <h3 className={styles.name}>{chat.title}</h3>
        <span className={styles.quiet}>{status}</span>
      </div>
      {!chat.isDirect && (
        <section className={styles.section}>
          <h3 className={styles.heading}>{t('about.people', { count: chat.memberCount })}</h3>
          <ul className={styles.list}>
            {chat.users.map((member) => (
              <li key={member.userId} className={styles.line}>
                <Avatar
                  name={member.user.name}
                  picture={member.user.profilePicUrl && mediaUrl(member.user.profilePicUrl)}
                  size={28}
                  presence={member.user.online || member.userId === user.id ? 'online' : 'offline'}
                  decorative
                />
                <span
                  className={styles.words}
                  title={member.user.lastOnline ? format.dateTime(member.user.lastOnline) : undefined}
                >
                  <span className={styles.cut} style={{ display: 'block' }}>
                    {member.userId === user.id ? t('about.you', { name: member.user.name }) : member.user.name}
                  </span>
                  {member.userId === chat.ownerId && <span className={styles.quiet}>{t('about.owner')}</span>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <SharedTickets ids={tickets} />
      {files.length > 0 && (
        <section className={styles.section}>
          <h3 className={styles.heading}>{t('about.files', { count: fileCount })}</h3>
          <ul className={styles.list}>
            {files.map((message) => {
              const Icon = (message.mediaType && mediaIcons[message.mediaType]) ?? Document20Regular;
              return (
                <li key={message.id}>
                  <a
                    className={styles.line}
                    href={mediaUrl(message.mediaUrl ?? '')}
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    <Icon aria-hidden="true" />
                    <span className={styles.words}>
                      <span className={styles.cut} style={{ display: 'block' }}>
                        {message.mediaName}
                      </span>
                      <span className={styles.quiet}>
                        {[format.date(message.createdAt), message.mediaSize ? sizeText(message.mediaSize, number) : '']
                          .filter(Boolean)
                          .join(', ')}
                      </span>
                    </span>
                  </a>
                </li>
              );
            })}
          </ul>
          {hasNextPage && (
            <Button
              size="small"
              appearance="subtle"
              disabledFocusable={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t('about.moreFiles')}
            </Button>
          )}
        </section>
      )}
    </aside>
  );
}
