import { makeStyles, tokens } from '@fluentui/react-components';
import {
  ArrowLeft20Regular,
  Dismiss20Regular,
  Open20Regular,
  PanelLeftContract20Regular,
  PanelRightContract20Regular,
  Subtract20Regular,
} from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useT } from '@balcao/sdk/client';
import { ErrorState, IconButton, pageFoot } from '@balcao/sdk/ui';
import type { ChatView } from '../../contract.ts';
import { useChat } from '../data/chats.ts';
import { ChatList } from '../list/ChatList.tsx';
import { ChatFace } from '../list/ChatRow.tsx';
import { setWidget, useWidget } from '../shell/widget-state.ts';
import { useStatus } from '../thread/ThreadHeader.tsx';
import { Thread } from '../thread/Thread.tsx';
import { useMoving } from './useMoving.ts';

const useStyles = makeStyles({
  widget: {
    position: 'fixed',
    right: '24px',
    // Not over the composer of a conversation.
    bottom: `calc(24px + ${pageFoot})`,
    // Over the page and its panels, under dialogs and toasts.
    zIndex: 900,
    display: 'flex',
    flexDirection: 'column',
    width: '380px',
    height: '520px',
    maxHeight: `calc(100dvh - 96px - ${pageFoot})`,
    borderRadius: '12px',
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow28,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media (max-width: 599px)': {
      inset: '0 !important',
      width: 'auto',
      height: 'auto',
      maxHeight: 'none !important',
      borderRadius: 0,
      border: 'none',
    },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '48px',
    padding: '0 4px 0 8px',
    flexShrink: 0,
    cursor: 'move',
    touchAction: 'none',
    userSelect: 'none',
    '@media (max-width: 599px)': { cursor: 'default', touchAction: 'auto' },
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  names: { flexGrow: 1, minWidth: 0 },
  buttons: { display: 'flex', flexShrink: 0 },
  move: { '@media (max-width: 599px)': { display: 'none' } },
  title: {
    margin: 0,
    paddingLeft: '8px',
    flexGrow: 1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  status: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  body: { flexGrow: 1, minHeight: 0 },
});

function ChatName({ chat, typing }: { chat: ChatView; typing: string }) {
  const styles = useStyles();
  const t = useT();
  const status = useStatus(chat, typing);
  return (
    <>
      <ChatFace chat={chat} size={28} />
      <div className={styles.names}>
        <h2 className={styles.title} style={{ paddingLeft: 0 }}>
          {chat.title}
        </h2>
        <div className={styles.status}>{`${t('widget.title')} · ${status}`}</div>
      </div>
    </>
  );
}

const close = (isForGood: boolean): void => {
  setWidget({ isOpen: false, ...(isForGood && { chatId: null }) });
  document.getElementById('internal-chat-button')?.focus();
};

/** The chat over any other page, in a corner. It stays as it is while pages change. */
export default function Widget() {
  const styles = useStyles();
  const t = useT();
  const navigate = useNavigate();
  const { chatId } = useWidget();
  const { data: chat, error, refetch } = useChat(chatId);
  const [typing, setTyping] = useState('');
  const frame = useRef<HTMLElement>(null);
  const moving = useMoving(frame);
  useEffect(() => frame.current?.focus(), []);
  const shown = chatId === null ? undefined : chat;
  return (
    <section
      ref={frame}
      className={styles.widget}
      style={moving.style}
      aria-label={t('widget.title')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        close(false);
      }}
    >
      <header className={styles.head} {...moving.head}>
        {chatId !== null && (
          <IconButton
            icon={<ArrowLeft20Regular />}
            label={t('widget.back')}
            onClick={() => {
              setWidget({ chatId: null });
              frame.current?.focus();
            }}
          />
        )}
        {shown ? <ChatName chat={shown} typing={typing} /> : <h2 className={styles.title}>{t('widget.title')}</h2>}
        <span className={styles.buttons}>
          <IconButton
            className={styles.move}
            icon={moving.isLeft ? <PanelRightContract20Regular /> : <PanelLeftContract20Regular />}
            label={t(moving.isLeft ? 'widget.toRight' : 'widget.toLeft')}
            onClick={moving.toOtherSide}
          />
          <IconButton
            icon={<Open20Regular />}
            label={t('widget.page')}
            onClick={() => void navigate(shown ? `/chats/${shown.uuid}` : '/chats')}
          />
          <IconButton icon={<Subtract20Regular />} label={t('widget.minimise')} onClick={() => close(false)} />
          <IconButton icon={<Dismiss20Regular />} label={t('widget.close')} onClick={() => close(true)} />
        </span>
      </header>
      <div className={styles.body}>
        {chatId === null ? (
          <ChatList
            isSlim
            currentId={null}
            onOpen={({ id }) => setWidget({ chatId: id })}
            onFound={(uuid, seq) => void navigate(`/chats/${uuid}?mensagem=${seq}`)}
          />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          shown && (
            <Thread
              key={shown.id}
              chat={shown}
              isNarrow
              hasNoHeader
              onTyping={setTyping}
              onGone={() => setWidget({ chatId: null })}
            />
          )
        )}
      </div>
    </section>
  );
}
