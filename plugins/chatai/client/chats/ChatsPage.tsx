import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Add20Regular, Sparkle48Regular } from '@fluentui/react-icons';
import { useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useT, useViewport } from '@balcao/sdk/client';
import { EmptyState, ext, SearchBox, Segment, TouchTopBar } from '@balcao/sdk/ui';
import { ChatList } from './ChatList.tsx';
import { ChatPane } from './ChatPane.tsx';
import { NewChatDialog } from './NewChatDialog.tsx';
import { useChats } from './useChats.ts';

const useStyles = makeStyles({
  page: { display: 'flex', height: '100%', minHeight: 0, minWidth: 0 },
  side: {
    display: 'flex',
    flexDirection: 'column',
    width: '340px',
    flexShrink: 0,
    minHeight: 0,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 1049px)': { width: '280px' },
    '@media (max-width: 599px)': { width: '100%', borderRight: 'none' },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '56px',
    padding: '0 12px 0 16px',
    flexShrink: 0,
  },
  title: {
    margin: 0,
    flexGrow: 1,
    minWidth: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  search: { padding: '0 12px 8px', flexShrink: 0 },
  pane: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minWidth: 0,
    minHeight: 0,
    backgroundColor: ext.canvas,
  },
  hidden: { display: 'none' },
});

/** The chats with the assistant: the list, and beside it the messages of one. */
export default function ChatsPage() {
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  const navigate = useNavigate();
  const { id: uuid } = useParams();
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [tab, setTab] = useState<'chats' | 'messages'>(uuid === undefined ? 'chats' : 'messages');
  const open = useCallback(
    (chosen: string) => {
      setTab('messages');
      void navigate(`/chatsai/${chosen}`);
    },
    [navigate],
  );
  const chats = useChats(search, (deleted) => {
    if (chats.data?.find(({ id }) => id === deleted)?.uuid !== uuid) return;
    setTab('chats');
    void navigate('/chatsai');
  });
  const add = (
    <Button appearance="primary" icon={<Add20Regular />} onClick={() => setAdding(true)}>
      {t('chat.new')}
    </Button>
  );
  return (
    <div className={styles.page}>
      {touch && (
        <TouchTopBar>
          <Segment
            label={t('chat.title')}
            value={tab}
            onChange={(chosen) => setTab(chosen === 'chats' ? 'chats' : 'messages')}
            options={[
              { value: 'chats', label: t('chat.chats'), ...(chats.data && { count: chats.data.length }) },
              { value: 'messages', label: t('chat.messages') },
            ]}
          />
        </TouchTopBar>
      )}
      <section
        className={mergeClasses(styles.side, touch && tab !== 'chats' && styles.hidden)}
        aria-label={t('chat.chats')}
      >
        <header className={styles.head}>
          <h1 className={styles.title}>{t('chat.title')}</h1>
          {add}
        </header>
        <div className={styles.search}>
          <SearchBox value={search} onChange={setSearch} placeholder={t('chat.search')} />
        </div>
        <ChatList chats={chats} search={search} chosen={uuid} onChoose={open} />
      </section>
      <div className={mergeClasses(styles.pane, touch && tab !== 'messages' && styles.hidden)}>
        {uuid === undefined ? (
          <EmptyState icon={<Sparkle48Regular />} title={t('chat.choose')} text={t('chat.chooseText')} />
        ) : (
          <ChatPane key={uuid} uuid={uuid} />
        )}
      </div>
      {isAdding && (
        <NewChatDialog
          onClose={() => setAdding(false)}
          onCreated={(chat) => {
            setAdding(false);
            open(chat.uuid);
          }}
        />
      )}
    </div>
  );
}
