import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDown20Regular } from '@fluentui/react-icons';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { Bubble, RichText } from '@balcao/sdk/chat';
import type { ChatMessageView } from '../../contract.ts';
import { Answer } from './Answer.tsx';

const useStyles = makeStyles({
  frame: { position: 'relative', display: 'flex', flexGrow: 1, minHeight: 0 },
  scroll: {
    flexGrow: 1,
    minWidth: 0,
    overflowY: 'auto',
    padding: '24px 24px 12px',
    '@media (max-width: 599px)': { padding: '12px' },
  },
  column: { maxWidth: '760px', margin: '0 auto', display: 'flex', flexDirection: 'column', gap: '14px' },
  question: { display: 'flex', flexDirection: 'column', alignItems: 'stretch' },
  author: {
    alignSelf: 'flex-end',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  text: { padding: '8px 12px' },
  end: { position: 'absolute', bottom: '8px', left: '50%', transform: 'translateX(-50%)', boxShadow: tokens.shadow4 },
  more: { alignSelf: 'center' },
});

/** Pixels from the end within which the view counts as being at the end. */
const nearEnd = 48;

interface ChatMessagesProps {
  messages: readonly ChatMessageView[];
  hasMore: boolean;
  onMore(): void;
  onAgain(): void;
}

/** The messages. The view follows what is written until the reader scrolls up. */
export function ChatMessages({ messages, hasMore, onMore, onAgain }: ChatMessagesProps) {
  const styles = useStyles();
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const [isAway, setAway] = useState(false);
  const toEnd = (): void => {
    const scroll = box.current;
    if (scroll) scroll.scrollTop = scroll.scrollHeight;
  };
  useLayoutEffect(() => {
    if (sticks.current) toEnd();
  });
  const last = messages.at(-1);
  const lastId = last?.id;
  const isOwn = last?.actor === 'user';
  // A question that was just asked is shown, wherever the reader was.
  useEffect(() => {
    if (!isOwn) return;
    sticks.current = true;
    toEnd();
  }, [lastId, isOwn]);
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={styles.scroll}
        // oxlint-disable-next-line no-noninteractive-tabindex -- A region that scrolls has to be reachable by keyboard.
        tabIndex={0}
        role="log"
        aria-label={t('chat.messages')}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          sticks.current = scrollHeight - scrollTop - clientHeight < nearEnd;
          setAway(!sticks.current);
        }}
      >
        <div className={styles.column}>
          {hasMore && (
            <Button className={styles.more} size="small" appearance="subtle" onClick={onMore}>
              {t('chat.older')}
            </Button>
          )}
          {messages.map((message) =>
            message.actor === 'user' ? (
              <div key={message.id} className={styles.question}>
                <span className={styles.author}>{message.user?.name ?? t('chat.formerUser')}</span>
                <Bubble isOurs starts>
                  <div className={styles.text}>
                    <RichText text={message.message} />
                  </div>
                </Bubble>
              </div>
            ) : (
              <Answer key={message.id} message={message} isLast={message.id === lastId} onAgain={onAgain} />
            ),
          )}
        </div>
      </div>
      {isAway && (
        <Button
          className={styles.end}
          size="small"
          shape="circular"
          icon={<ArrowDown20Regular />}
          onClick={() => {
            sticks.current = true;
            toEnd();
          }}
        >
          {t('chat.toEnd')}
        </Button>
      )}
    </div>
  );
}
