import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { lazyPart, useT, useViewport } from '@balcao/sdk/client';
import { EmptyState, ErrorState, Segment, SideSheet, TouchTopBar, VisuallyHidden, ext } from '@balcao/sdk/ui';
import { useChat } from '../data/chats.ts';
import { ChatList } from '../list/ChatList.tsx';
import { useWidget } from '../shell/widget-state.ts';
import { Thread } from '../thread/Thread.tsx';

const About = lazyPart(() => import('../about/About.tsx'));
/** Width from which the panel has a column of its own. */
const roomForAbout = 1280;

const useStyles = makeStyles({
  page: { display: 'flex', height: '100%', minHeight: 0, minWidth: 0 },
  list: {
    width: '328px',
    flexShrink: 0,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': { width: '100%', borderRight: 'none' },
  },
  thread: { flexGrow: 1, minWidth: 0, backgroundColor: ext.canvas },
  about: { width: '296px', flexShrink: 0, borderLeft: `1px solid ${tokens.colorNeutralStroke2}` },
  hidden: { display: 'none' },
  heading: { margin: 0 },
  middle: { display: 'flex', alignItems: 'center', justifyContent: 'center', height: '100%' },
});

/** The internal chat: list, messages, and who and what is in the chat. */
export default function ChatsPage() {
  const styles = useStyles();
  const t = useT();
  const navigate = useNavigate();
  const { id: uuid } = useParams();
  const [query, setQuery] = useSearchParams();
  const { touch, width } = useViewport();
  const { unread } = useWidget();
  const { key } = useLocation();
  // On a phone the address decides what is shown, so that links, notices and Back do as well. Messages without a chat,
  // which say how to choose one, are shown until it changes.
  const [emptyAt, setEmptyAt] = useState<string>();
  const side = uuid !== undefined || emptyAt === key ? 'thread' : 'list';
  const [latest, setLatest] = useState(uuid);
  useEffect(() => {
    if (uuid !== undefined) setLatest(uuid);
  }, [uuid]);
  const hasRoom = width >= roomForAbout;
  const [about, setAbout] = useState<boolean>();
  const isAboutOpen = about ?? hasRoom;
  const { data: chat, error, refetch } = useChat(uuid ?? null);
  const open = (next: string, seq?: number): void =>
    void navigate(`/chats/${next}${seq === undefined ? '' : `?mensagem=${seq}`}`);
  const turnTo = (next: 'list' | 'thread'): void => {
    if (next === 'list') {
      setEmptyAt(undefined);
      if (uuid !== undefined) void navigate('/chats');
    } else if (latest !== undefined) open(latest);
    else setEmptyAt(key);
  };
  const target = Number(query.get('mensagem')) || undefined;
  const onTarget = useCallback(() => setQuery({}, { replace: true }), [setQuery]);
  return (
    <section className={styles.page} aria-label={t('page.title')}>
      <TouchTopBar>
        <Segment<'list' | 'thread'>
          label={t('page.title')}
          value={side}
          onChange={turnTo}
          options={[
            { value: 'list', label: t('page.chats'), ...(unread > 0 && { count: unread, unread: true }) },
            { value: 'thread', label: t('page.messages') },
          ]}
        />
      </TouchTopBar>
      <div className={mergeClasses(styles.list, touch && side === 'thread' && styles.hidden)}>
        <ChatList currentId={chat?.id ?? null} onOpen={(next) => open(next.uuid)} onFound={open} />
      </div>
      {!(touch && side === 'list') && (
        <div className={styles.thread}>
          {error && uuid ? (
            <div className={styles.middle}>
              {touch && (
                <h1 className={styles.heading}>
                  <VisuallyHidden>{t('page.title')}</VisuallyHidden>
                </h1>
              )}
              <ErrorState error={error} onRetry={() => void refetch()} />
            </div>
          ) : chat && uuid ? (
            <Thread
              key={chat.id}
              chat={chat}
              isNarrow={touch}
              isAboutOpen={isAboutOpen}
              target={target}
              onTarget={onTarget}
              onAbout={() => setAbout(!isAboutOpen)}
              onGone={() => {
                setLatest(undefined);
                void navigate('/chats');
              }}
            />
          ) : uuid ? null : (
            <div className={styles.middle}>
              <EmptyState title={t('page.none')} text={t('page.noneText')} />
            </div>
          )}
        </div>
      )}
      {chat && uuid && isAboutOpen && hasRoom && (
        <div className={styles.about}>
          <About chat={chat} onClose={() => setAbout(false)} />
        </div>
      )}
      {chat && uuid && isAboutOpen && !hasRoom && (
        <SideSheet open title={chat.title} width={320} onClose={() => setAbout(false)}>
          <About chat={chat} onClose={() => setAbout(false)} />
        </SideSheet>
      )}
    </section>
  );
}
